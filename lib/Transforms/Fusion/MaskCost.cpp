//===- MaskCost.cpp - Cost of bounds within rows --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MaskCost.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Transforms/Algebra/AlgebraCost.h"

using namespace mlir;
using namespace neo;

/// Is this a bound of a single loop?
static bool isBoundOfOneLoop(AffineExpr bound, unsigned loops) {
  unsigned found = 0;
  for (unsigned loop = 0; loop < loops; ++loop)
    found += bound.isFunctionOfDim(loop);
  return found == 1;
}

bool neo::hasBoundsOfOneLoop(IntegerSet guard) {
  if (countDivisions(guard.getConstraints()) > 0)
    return false;
  for (auto [i, bound] : llvm::enumerate(guard.getConstraints()))
    if (guard.isEq(i) || !isBoundOfOneLoop(bound, guard.getNumDims()))
      return false;
  return true;
}

double neo::countMaskInstructions(ArrayRef<ComputeOp> statements) {
  // Few bounds are computed once for several statements, and many spill.
  constexpr double perBound = 2;
  AlgebraCost cost;
  double instructions = 0;
  for (ComputeOp op : statements) {
    if (op.getKind() != ReductionKind::none)
      continue;
    unsigned bounds = 0;
    for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
      if (IntegerSet guard = op.getGuard(operand))
        for (auto [i, bound] : llvm::enumerate(guard.getConstraints()))
          bounds += !guard.isEq(i) && isBoundOfOneLoop(bound, op.getNumLoops());
    cost.elementBytes = getElementBytes(op.getType());
    instructions += cost.ofPoints(getCostedPoints(op), bounds * perBound);
  }
  return instructions;
}
