//===- AdjointWeights.cpp - Adjoints of max, min and prod -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// out[x] = REDUCE_r b(x, r).  The cotangent of the term b(x, r) is
//
//     none, sum    dOut[x]
//     max, min     dOut[x] where r is the position of the first extremum
//       shared     dOut[x] / count[x] where b(x, r) == out[x]
//     prod         dOut[x] * product of the other factors
//
// For max and min the forward operator is run once more as argmax or argmin.
// The rule is exact at ties and independent of what NaNs compare to.
//
// Where ties share (Ties.h), count[x] is the number of terms that equal out[x].
// They are found by comparing, and so are read, not computed (TiedTerms.h). A
// NaN equals nothing: no term is an extremum, the count is 0, and the gradient
// of every term of that x is 0 / 0 = NaN, as it is for PyTorch's amax.
//
// For prod the products of the factors before and after each one are saved, and
// multiplied (ExclusiveProducts.h): exact at zeros, infinities and NaNs, and so
// are the derivatives of it.
//
//===----------------------------------------------------------------------===//

#include "ExclusiveProducts.h"
#include "IndexArithmetic.h"
#include "WhereGuards.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

Value ScalarAdjoint::buildSeed() {
  Location loc = forward.getLoc();
  unsigned numOperands = forward.getNumOperands();
  FloatExpr cotangent(builder, loc, block.getArgument(numOperands));
  if (saved.before)
    return buildProductSeed(cotangent);
  if (saved.ties)
    return buildSharedSeed(cotangent);
  if (!saved.position)
    return cotangent;
  Value position = block.getArgument(numOperands + 1);
  Value here = arith::IndexCastOp::create(builder, loc, position.getType(),
                                          getPosition());
  FloatExpr isExtremum = cotangent.with(arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, position, here));
  return isExtremum.choose(cotangent, cotangent.number(0.0));
}

Value ScalarAdjoint::buildSharedSeed(FloatExpr cotangent) {
  unsigned numOperands = forward.getNumOperands();
  FloatExpr extremum = cotangent.with(block.getArgument(numOperands + 1));
  FloatExpr term = cotangent.with(mapping.lookup(forward.getYielded()));
  FloatExpr share =
      term.equals(extremum).choose(cotangent, cotangent.number(0.0));
  Value count =
      arith::SIToFPOp::create(builder, forward.getLoc(), cotangent.type(),
                              block.getArgument(numOperands + 2));
  return share / cotangent.with(count);
}

Value ScalarAdjoint::buildProductSeed(FloatExpr cotangent) {
  unsigned numOperands = forward.getNumOperands();
  FloatExpr before = cotangent.with(block.getArgument(numOperands + 1));
  FloatExpr after = cotangent.with(block.getArgument(numOperands + 2));
  return cotangent * (before * after);
}

/// Positions count all terms, so a `where` guard moves into the body: outside
/// it the term is the identity, and no operand is read.
static Value savePosition(OpBuilder &builder, ComputeOp forward) {
  bool isMax = forward.getKind() == ReductionKind::max;
  IntegerSet where = forward.getWhereSet();
  ComputeSpec spec = getSpecWithoutBody(forward);
  spec.kind = isMax ? ReductionKind::argmax : ReductionKind::argmin;
  spec.type = RankedTensorType::get(spec.type.getShape(), builder.getI64Type());
  moveWhereIntoReads(spec, builder);
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    FloatExpr term(b, loc, cloneBody(b, forward, arguments));
    if (!where)
      return Value(term);
    double infinity = std::numeric_limits<double>::infinity();
    FloatExpr inside = term.with(IndexArithmetic(b, loc).emit(where));
    return Value(
        inside.choose(term, term.number(isMax ? -infinity : infinity)));
  };
  spec.body = body;
  return ComputeOp::create(builder, forward.getLoc(), spec);
}

/// The number of terms equal to the extremum, as an i64: a bf16 can count to
/// 256 only.
static Value saveTies(OpBuilder &builder, ComputeOp forward) {
  ComputeSpec spec = getSpecWithoutBody(forward);
  SmallVector<AffineExpr> index;
  for (unsigned d = 0, e = forward.getNumOutputLoops(); d < e; ++d)
    index.push_back(builder.getAffineDimExpr(d));
  AffineMap element =
      AffineMap::get(forward.getNumLoops(), 0, index, builder.getContext());
  spec.operands.push_back({forward.getResult(), element});
  spec.kind = ReductionKind::sum;
  spec.type = RankedTensorType::get(spec.type.getShape(), builder.getI64Type());
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    FloatExpr term(b, loc, cloneBody(b, forward, arguments.drop_back()));
    FloatExpr isTied = term.equals(term.with(arguments.back()));
    return Value(arith::ExtUIOp::create(b, loc, b.getI64Type(), isTied));
  };
  spec.body = body;
  return ComputeOp::create(builder, forward.getLoc(), spec);
}

/// A product of one factor is differentiated like a sum.
static bool hasOneFactor(ComputeOp forward) {
  return llvm::all_of(forward.getReductionExtents(),
                      [](int64_t extent) { return extent == 1; });
}

void neo::saveReductionValues(OpBuilder &builder, ComputeOp forward,
                              AdjointValues &saved) {
  switch (forward.getKind()) {
  case ReductionKind::max:
  case ReductionKind::min:
    if (sharesTies(forward)) {
      saved.extremum = forward.getResult();
      saved.ties = saveTies(builder, forward);
    } else {
      saved.position = savePosition(builder, forward);
    }
    break;
  case ReductionKind::prod:
    if (!hasOneFactor(forward)) {
      ExclusiveProducts others = buildExclusiveProducts(builder, forward);
      saved.before = others.before;
      saved.after = others.after;
    }
    break;
  default:
    break;
  }
}
