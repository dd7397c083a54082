//===- KernelGroups.cpp - kernels split for parallel compilation ----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using LLVM::LLVMFuncOp;

namespace neo {

static constexpr llvm::StringLiteral kernelAttribute = "neo.kernel";

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// (ptr..., i64, i64) -> void, with a body.
static llvm::Error checkSignature(LLVMFuncOp kernel) {
  auto refuse = [&](const Twine &what) {
    return llvm::createStringError("kernel '" + kernel.getSymName() + "' " +
                                   what);
  };
  if (kernel.isExternal())
    return refuse("has no body");
  LLVM::LLVMFunctionType type = kernel.getFunctionType();
  ArrayRef<Type> parameters = type.getParams();
  if (!isa<LLVM::LLVMVoidType>(type.getReturnType()) || type.isVarArg() ||
      parameters.size() < 2)
    return refuse("must return nothing and take pointers and then the begin "
                  "and the end of its range; its type is " +
                  typeText(type));
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    bool isRange = i + 2 >= parameters.size();
    bool isRight = isRange ? parameter.isInteger(64)
                           : isa<LLVM::LLVMPointerType>(parameter);
    if (!isRight)
      return refuse("has an argument " + Twine(i) + " of type " +
                    typeText(parameter) + "; it must be " +
                    (isRange ? "i64" : "!llvm.ptr"));
  }
  return llvm::Error::success();
}

static llvm::Expected<SmallVector<LLVMFuncOp>> findKernels(ModuleOp module) {
  SmallVector<LLVMFuncOp> kernels;
  for (Operation &op : module.getBody()->getOperations()) {
    if (!op.hasAttr(kernelAttribute) || !isa<SymbolOpInterface>(op))
      continue;
    auto kernel = dyn_cast<LLVMFuncOp>(op);
    if (!kernel)
      return llvm::createStringError(
          "kernel '" + SymbolTable::getSymbolName(&op).getValue() + "' is a " +
          op.getName().getStringRef() +
          "; lower it to llvm.func before making code");
    if (llvm::Error error = checkSignature(kernel))
      return error;
    kernels.push_back(kernel);
  }
  return kernels;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

static size_t countOperations(Operation *op) {
  size_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

static bool definesVariable(ModuleOp module) {
  return llvm::any_of(module.getOps<LLVM::GlobalOp>(),
                      [](LLVM::GlobalOp global) {
                        bool isDefined = global.getValueAttr() ||
                                         !global.getInitializerRegion().empty();
                        return isDefined && !global.getConstant();
                      });
}

namespace {
struct WeighedKernel {
  size_t weight;
  /// Among the module's kernels: equal weights keep their order.
  size_t position;
  LLVMFuncOp kernel;
};
} // namespace

static bool heavierFirst(const WeighedKernel &a, const WeighedKernel &b) {
  return std::make_pair(b.weight, a.position) <
         std::make_pair(a.weight, b.position);
}

llvm::Expected<std::vector<CompilationUnit>> splitKernels(ModuleOp module,
                                                          size_t count) {
  llvm::Expected<SmallVector<LLVMFuncOp>> kernels = findKernels(module);
  if (!kernels)
    return kernels.takeError();
  if (definesVariable(module))
    count = 1;
  SmallVector<WeighedKernel> weighed;
  for (LLVMFuncOp kernel : *kernels)
    weighed.push_back({countOperations(kernel), weighed.size(), kernel});
  if (count > 1)
    llvm::sort(weighed, heavierFirst);
  std::vector<CompilationUnit> groups(std::min(count, weighed.size()));
  for (auto [weight, position, kernel] : weighed) {
    CompilationUnit &lightest =
        *std::min_element(groups.begin(), groups.end(),
                          [](auto &a, auto &b) { return a.weight < b.weight; });
    lightest.kernels.push_back(kernel);
    lightest.weight += weight;
  }
  llvm::sort(groups, [](auto &a, auto &b) { return a.weight > b.weight; });
  return groups;
}

//===----------------------------------------------------------------------===//
// Extraction
//===----------------------------------------------------------------------===//

/// The kernels and every symbol they lead to. A set that grows while it is
/// walked: what is found is searched in turn.
static llvm::SetVector<Operation *> closure(ModuleOp module,
                                            const CompilationUnit &group) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> found;
  for (LLVMFuncOp kernel : group.kernels)
    found.insert(kernel);
  for (size_t i = 0; i < found.size(); ++i) {
    AttrTypeWalker walker;
    walker.addWalk([&](SymbolRefAttr reference) {
      if (Operation *used = symbols.lookup(reference.getRootReference()))
        found.insert(used);
    });
    found[i]->walk(
        [&](Operation *op) { walker.walk(op->getAttrDictionary()); });
  }
  return found;
}

OwningOpRef<ModuleOp> extractGroup(ModuleOp module,
                                   const CompilationUnit &group) {
  OwningOpRef<ModuleOp> result(cast<ModuleOp>(module->cloneWithoutRegions()));
  OpBuilder builder(module.getContext());
  builder.createBlock(&result->getBodyRegion());
  llvm::SetVector<Operation *> needed = closure(module, group);
  // In the module's order, so that the code does not depend on the search.
  for (Operation &op : module.getBody()->getOperations())
    if (needed.contains(&op))
      builder.clone(op);
  return result;
}

} // namespace neo
