//===- TileGroup.cpp - A contraction and its epilogue ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileGroup.h"

#include "Neo/Dialect/ElementwiseRead.h"
#include "Neo/Dialect/RebuildCompute.h"

using namespace mlir;
using namespace neo;

bool neo::dividesOften(ComputeOp op) {
  // An epilogue is written out for each vector of the tile, whose size follows
  // from the reduction alone: 25 vectors of 16 gathered lanes were 35,000
  // instructions.
  constexpr unsigned mostDivisions = 8;
  return countDivisions(getSpecWithoutBody(op)) > mostDivisions;
}

/// Is `op` elementwise, with a result of the shape of `reduction`'s?
static bool isElementwise(ComputeOp op, ComputeOp reduction) {
  return op.getKind() == ReductionKind::none &&
         op.getType().getShape() == reduction.getType().getShape();
}

/// Unites loops of one step over the same dimension of the results.
static void joinUnitLoops(ComputeOp reduction, unsigned s,
                          LoopClasses &classes) {
  for (unsigned loop = 0; loop < reduction.getNumOutputLoops(); ++loop)
    if (reduction.getExtents()[loop] == 1)
      classes.join(0, loop, s, loop);
}

/// Has statement `s` the loops of the result, does it read results of the group
/// at its own element, and everything else without much index arithmetic?
static bool walksTiles(ArrayRef<ComputeOp> statements, unsigned s,
                       const LoopClasses &classes) {
  ComputeOp op = statements[s];
  if (dividesOften(op))
    return false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (classes.classOf(s, loop) != classes.classOf(0, loop))
      return false;
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    if (llvm::is_contained(statements, operand.getDefiningOp<ComputeOp>()) &&
        !readsOwnElement(op, i))
      return false;
  return true;
}

bool neo::mayBeTileGroup(ArrayRef<ComputeOp> statements) {
  ComputeOp first = statements.front();
  return first.getNumReductionLoops() > 0 && first.getNumOutputLoops() > 0 &&
         llvm::all_of(statements.drop_front(),
                      [&](ComputeOp op) { return isElementwise(op, first); });
}

bool neo::isTileGroup(ArrayRef<ComputeOp> statements, LoopClasses &classes) {
  if (!mayBeTileGroup(statements))
    return false;
  ComputeOp first = statements.front();
  for (unsigned s = 1; s < statements.size(); ++s) {
    joinUnitLoops(first, s, classes);
    if (!walksTiles(statements, s, classes))
      return false;
  }
  return true;
}
