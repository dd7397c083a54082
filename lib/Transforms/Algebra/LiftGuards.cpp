//===- LiftGuards.cpp - Guards of factors as conditions of terms ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LiftGuards.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// The operands that are a factor each, so that a term is 0 where one is.
static SmallVector<unsigned> findFactors(ComputeOp op) {
  SmallVector<unsigned> operands;
  for (const ProductFactor &factor : ProductTerms::of(op).factors)
    for (const ProductFactor::Part &part : factor.parts) {
      Value root = part.root;
      if (auto wide = root.getDefiningOp<arith::ExtFOp>())
        root = wide.getIn();
      auto argument = dyn_cast<BlockArgument>(root);
      if (argument && !part.inverse)
        operands.push_back(argument.getArgNumber());
    }
  return operands;
}

/// Moves the conditions of `read` on other loops than its own to `where`.
static bool lift(OperandSpec &read, IntegerSet &where) {
  if (!read.guard || !isZeroAttr(read.pad))
    return false;
  LoopSet own = 0;
  for (AffineExpr index : read.map.getResults())
    own |= getLoopsOf(index);
  SmallVector<AffineExpr> kept, lifted;
  SmallVector<bool> keptEq, liftedEq;
  for (auto [constraint, isEquality] :
       llvm::zip_equal(read.guard.getConstraints(), read.guard.getEqFlags())) {
    bool isOwn = (getLoopsOf(constraint) & ~own) == 0;
    (isOwn ? kept : lifted).push_back(constraint);
    (isOwn ? keptEq : liftedEq).push_back(isEquality);
  }
  if (lifted.empty())
    return false;
  unsigned loops = read.guard.getNumDims();
  where = conjoin(where, IntegerSet::get(loops, 0, lifted, liftedEq));
  read.guard =
      kept.empty() ? IntegerSet() : IntegerSet::get(loops, 0, kept, keptEq);
  if (!read.guard)
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
