//===- KernelEpilogue.cpp - Kernels of a reduction and more ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/KernelEpilogue.h"

#include "Neo/Dialect/ElementwiseRead.h"

using namespace mlir;
using namespace neo;

/// Does `follower` go from element to element over the loops of `reduction`,
/// reading what is made inside at its own element?
static bool follows(ComputeOp follower, ComputeOp reduction) {
  unsigned outputs = reduction.getNumOutputLoops();
  SmallVector<std::string> names = getLoopNames(reduction);
  if (follower.getKind() != ReductionKind::none ||
      follower.getNumLoops() != outputs ||
      ArrayRef(getLoopNames(follower)) != ArrayRef(names).take_front(outputs) ||
      follower.getType().getShape() != reduction.getType().getShape())
    return false;
  for (auto [i, operand] : llvm::enumerate(follower.getOperands()))
    if (operand.getDefiningOp() && !readsOwnElement(follower, i))
      return false;
  return true;
}

ComputeOp neo::findTiledReduction(KernelOp op) {
  SmallVector<ComputeOp> statements = op.getStatements();
  ComputeOp reduction = statements.front();
  unsigned outputs = reduction.getNumOutputLoops();
  if (reduction.getNumReductionLoops() == 0 ||
      op.getLoopNames().size() != outputs)
    return {};
  SmallVector<std::string> names = getLoopNames(reduction);
  for (const std::string &name : ArrayRef(names).drop_front(outputs))
    if (llvm::is_contained(op.getLoopNames(), name))
      return {};
  for (ComputeOp follower : ArrayRef(statements).drop_front())
    if (!follows(follower, reduction))
      return {};
  return reduction;
}
