//===- LiftGuards.cpp - Guards of factors as conditions of terms ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LiftGuards.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/SummedProducts.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"

using namespace mlir;
using namespace neo;

/// The operands that are a factor each, so that a term is 0 where one is.
static SmallVector<unsigned> findFactors(ComputeOp op) {
  SmallVector<unsigned> operands;
  for (const ProductFactor &factor : ProductTerms::of(op).factors)
    for (const ProductFactor::Part &part : factor.parts)
      if (BlockArgument argument = findArgument(part.root);
          argument && !part.inverse)
        operands.push_back(argument.getArgNumber());
  return operands;
}

/// Moves the conditions of `read` on other loops than its own to `where`.
static bool lift(OperandSpec &read, IntegerSet &where) {
  if (!read.isGuarded() || !isZeroAttr(read.pad))
    return false;
  LoopSet own = 0;
  for (AffineExpr index : read.map.getResults())
    own |= getLoopsOf(index);
  SmallVector<unsigned> kept, lifted;
  for (auto [c, constraint] : llvm::enumerate(read.guard.getConstraints()))
    ((getLoopsOf(constraint) & ~own) == 0 ? kept : lifted).push_back(c);
  if (lifted.empty())
    return false;
  unsigned loops = read.guard.getNumDims();
  AffineMap same =
      AffineMap::getMultiDimIdentityMap(loops, read.map.getContext());
  auto select = [&](ArrayRef<unsigned> numbers) {
    return selectConstraints(read.guard, numbers, same.getResults(), loops);
  };
  where = conjoin(where, select(lifted));
  read.guard = select(kept);
  if (!read.isGuarded())
    read.pad = {};
  return true;
}

ComputeOp neo::liftGuards(ComputeOp op, RewriterBase &rewriter) {
  if (op.getKind() != ReductionKind::sum)
    return {};
  ComputeSpec spec = getSpecWithoutBody(op);
  bool changes = false;
  for (unsigned operand : findFactors(op))
    changes |= lift(spec.operands[operand], spec.where);
  if (!changes)
    return {};
  spec.body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, op, arguments);
  };
  rewriter.setInsertionPoint(op);
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}
