//===- SharedReads.cpp - Equal loads of a block ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedReads.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace neo;

/// The buffer that `op` loads a vector from.
static Value bufferOf(Operation &op) {
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  return {};
}

/// Is `buffer` an argument of the kernel that is only loaded from and
/// prefetched?
static bool isOnlyRead(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
         llvm::all_of(buffer.getUsers(), [](Operation *user) {
           return isa<vector::LoadOp, vector::MaskedLoadOp, memref::LoadOp,
                      memref::PrefetchOp>(user);
         });
}

SharedReads::SharedReads(Block &block) {
  SmallVector<Operation *> loads;
  for (Operation &op : block) {
    Value buffer = bufferOf(op);
    if (!buffer || !isOnlyRead(buffer))
      continue;
    auto *same = llvm::find_if(loads, [&](Operation *load) {
      return OperationEquivalence::isEquivalentTo(
          load, &op, OperationEquivalence::IgnoreLocations);
    });
    if (same == loads.end()) {
      loads.push_back(&op);
      continue;
    }
    for (OpOperand &use : llvm::make_early_inc_range(op.getUses())) {
      uses.push_back({&use, op.getResult(0)});
      use.set((*same)->getResult(0));
    }
  }
}

SharedReads::~SharedReads() {
  for (auto [use, load] : uses)
    use->set(load);
}
