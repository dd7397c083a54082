//===- SummedExponent.cpp - The exponent of summed terms ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SummedExponent.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

/// How many pointwise operators the search for an extremum looks through.
constexpr unsigned mostSummedDepth = 6;

/// Does `op` read an extremum that is invariant in the loops from
/// `firstReduced` on? `loops` maps these loops to the loops of `op`.
static bool readsBound(ComputeOp op, AffineMap loops, unsigned firstReduced,
                       unsigned depth = 0) {
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    auto producer = op.getOperand(i).getDefiningOp<ComputeOp>();
    if (!producer)
      continue;
    AffineMap map = op.getMap(i).compose(loops);
    bool moves = false;
    for (unsigned loop = firstReduced; loop < map.getNumDims(); ++loop)
      moves |= map.isFunctionOfDim(loop);
    ReductionKind kind = producer.getKind();
    if (!moves && (kind == ReductionKind::max || kind == ReductionKind::min))
      return true;
    if (kind == ReductionKind::none && depth < mostSummedDepth &&
        readsBound(producer, map, firstReduced, depth + 1))
      return true;
  }
  return false;
}

/// Does a tensor that is read at `loops` have a dimension for each of the sum's
/// result? What differs between elements of the result, as the largest exponent
/// may, can be subtracted in it then.
static bool readsAllElements(ComputeOp sum, AffineMap loops) {
  return llvm::all_of(
      llvm::seq<unsigned>(sum.getNumOutputLoops()),
      [&](unsigned loop) { return loops.isFunctionOfDim(loop); });
}

std::optional<SummedExponent> SummedExponent::of(ComputeOp sum) {
  if (sum.getKind() != ReductionKind::sum || sum.getNumReductionLoops() == 0 ||
      sum->use_empty())
    return std::nullopt;
  ComputeOp op = sum;
  AffineMap loops =
      AffineMap::getMultiDimIdentityMap(sum.getNumLoops(), sum.getContext());
  Value term = dropNumbers(sum.getYielded());
  if (auto argument = dyn_cast<BlockArgument>(term)) {
    unsigned operand = argument.getArgNumber();
    op = sum.getOperand(operand).getDefiningOp<ComputeOp>();
    loops = sum.getMap(operand);
    if (!op || op.getKind() != ReductionKind::none ||
        op->getBlock() != sum->getBlock() || sum.getGuard(operand) ||
        !loops.isProjectedPermutation() || !readsAllElements(sum, loops))
      return std::nullopt;
    term = dropNumbers(op.getYielded());
  }
  auto exponential = term.getDefiningOp<math::ExpOp>();
  if (!exponential || term.getType() != sum.getType().getElementType())
    return std::nullopt;
  return SummedExponent{op, loops, exponential.getOperand()};
}

bool SummedExponent::isBounded(ComputeOp sum) const {
  return readsBound(op, loops, sum.getNumOutputLoops());
}

Value SummedExponent::emitLargest(OpBuilder &b, ComputeOp sum) const {
  // Accessors of operations are not const.
  ComputeOp source = op;
  ComputeSpec spec = getSpecWithoutBody(sum);
  spec.kind = ReductionKind::max;
  spec.operands = getOperandSpecs(source);
  for (OperandSpec &operand : spec.operands) {
    operand.map = operand.map.compose(loops);
    if (operand.isGuarded())
      operand.guard = operand.guard.replaceDimsAndSymbols(
          loops.getResults(), {}, sum.getNumLoops(), 0);
  }
  SmallVector<int> loopOf;
  for (unsigned d = 0; d < loops.getNumResults(); ++d)
    loopOf.push_back(loops.getDimPosition(d));
  auto body = [&](OpBuilder &inner, Location, ValueRange arguments) {
    IRMapping values;
    values.map(source.getBodyBlock()->getArguments(), arguments);
    return cloneExpression(inner, value, values, loopOf);
  };
  spec.body = body;
  return ComputeOp::create(b, sum.getLoc(), spec);
}
