//===- ConvertNeoToVector.cpp - Kernels and launches ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %c = neo.compute [i: 64] %a[i] : ... { exp }
// -->
//     %c = neo.launch @f_kernel0(%a) range 1 grain 1 : ...
//     func.func private @f_kernel0(%a: memref<64xf32>, %c: memref<64xf32>,
//                                  %begin: index, %end: index)
//
// Operators that are the same but for the tensors they read share a kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/ADT/StringMap.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTNEOTOVECTOR
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Text that two operators have in common if they need the same kernel.
static std::string kernelKey(ComputeOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // A result that is returned is written otherwise than a temporary.
  bool returned = llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
  os << returned << op->getAttrDictionary() << op.getType();
  for (Type type : op->getOperandTypes())
    os << type;
  llvm::DenseMap<Value, unsigned> numbers;
  for (Value argument : op.getBodyBlock()->getArguments())
    numbers.insert({argument, numbers.size()});
  for (Operation &inner : *op.getBodyBlock()) {
    os << inner.getName() << inner.getAttrDictionary();
    for (Value operand : inner.getOperands())
      os << " " << numbers.lookup(operand);
    for (Value result : inner.getResults()) {
      numbers.insert({result, numbers.size()});
      os << result.getType();
    }
  }
  return text;
}

namespace {
struct ConvertNeoToVector
    : neo::impl::ConvertNeoToVectorBase<ConvertNeoToVector> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    target = TargetModel::host();
    for (func::FuncOp function :
         llvm::to_vector(module.getOps<func::FuncOp>())) {
      SmallVector<ComputeOp> computes;
      function.walk([&](ComputeOp op) { computes.push_back(op); });
      for (ComputeOp op : computes)
        convert(module, function.getName(), op);
    }
  }

private:
  /// A name that no function of the module has.
  std::string newName(ModuleOp module, StringRef caller) {
    std::string name;
    do
      name = (caller + "_kernel" + std::to_string(names++)).str();
    while (module.lookupSymbol(name));
    return name;
  }

  void convert(ModuleOp module, StringRef caller, ComputeOp op) {
    auto [entry, isNew] = kernels.try_emplace(kernelKey(op));
    if (isNew) {
      LoopNest nest = LoopNest::get(op);
      Schedule schedule = chooseSchedule(nest, target);
      entry->second =
          emitKernel(module, newName(module, caller), nest, schedule);
      entry->second.function->setAttr(
          "neo.schedule", StringAttr::get(&getContext(), schedule.str(nest)));
    }
    Kernel &kernel = entry->second;
    OpBuilder b(op);
    auto launch = LaunchOp::create(b, op.getLoc(), op.getType(),
                                   kernel.function.getName(), op.getOperands(),
                                   kernel.extent, kernel.grain);
    op.replaceAllUsesWith(launch.getResult());
    op.erase();
  }

  TargetModel target;
  llvm::StringMap<Kernel> kernels;
  unsigned names = 0;
};
} // namespace
