//===- SplitTiedLoops.cpp - Splitting loops of several operators ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SplitTiedLoops.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/RunningReduction.h"
#include "Neo/Dialect/Ties.h"

using namespace mlir;
using namespace neo;

/// `expr` over the new loops.
static FailureOr<AffineExpr> overNewLoops(AffineExpr expr, AffineMap loops,
                                          ArrayRef<int64_t> extents) {
  FailureOr<AffineExpr> composed = composeChecked(expr, loops, extents);
  if (failed(composed))
    return failure();
  return simplifyAffineExpr(simplifyInBox(*composed, extents), extents.size(),
                            0);
}

static FailureOr<IntegerSet> overNewLoops(IntegerSet set, AffineMap loops,
                                          ArrayRef<int64_t> extents) {
  if (!set)
    return set;
  SmallVector<AffineExpr> constraints;
  for (AffineExpr constraint : set.getConstraints()) {
    FailureOr<AffineExpr> composed = overNewLoops(constraint, loops, extents);
    if (failed(composed))
      return failure();
    constraints.push_back(*composed);
  }
  return IntegerSet::get(extents.size(), 0, constraints, set.getEqFlags());
}

/// `name` of a loop with a digit appended, distinct from all of `taken`.
static std::string nameOfPart(StringRef name, char digit,
                              ArrayRef<std::string> taken) {
  std::string part = (name + Twine(digit)).str();
  while (llvm::is_contained(taken, part))
    part += '_';
  return part;
}

namespace {
/// The loops of one operator after the split.
struct NewLoops {
  NewLoops(ComputeOp op, ArrayRef<unsigned> split, int64_t inner);

  SmallVector<int64_t> shape, reductionExtents;
  SmallVector<std::string> names;
  AffineMap old; // old loops as functions of the new ones

  SmallVector<int64_t> getExtents() const {
    SmallVector<int64_t> extents = shape;
    llvm::append_range(extents, reductionExtents);
    return extents;
  }
};
} // namespace

NewLoops::NewLoops(ComputeOp op, ArrayRef<unsigned> split, int64_t inner) {
  SmallVector<std::string> before = getLoopNames(op);
  SmallVector<AffineExpr> values;
  unsigned next = 0;
  for (auto [loop, extent] : llvm::enumerate(op.getExtents())) {
    auto &extents = loop < op.getNumOutputLoops() ? shape : reductionExtents;
    AffineExpr value = getAffineDimExpr(next++, op.getContext());
    if (!llvm::is_contained(split, loop)) {
      extents.push_back(extent);
      names.push_back(before[loop]);
    } else {
      extents.append({extent / inner, inner});
      value = value * inner + getAffineDimExpr(next++, op.getContext());
      for (char digit : {'0', '1'})
        names.push_back(nameOfPart(before[loop], digit, before));
    }
    values.push_back(value);
  }
  old = AffineMap::get(next, 0, values, op.getContext());
}

SplitTiedLoops::SplitTiedLoops(const TiedLoops &tied, int64_t inner)
    : tied(tied), inner(inner) {
  for (ComputeOp op : tied.getOperators())
    if (failed(plan(op))) {
      valid = false;
      return;
    }
}

LogicalResult SplitTiedLoops::planOperand(Rewrite &rewrite, unsigned operand,
                                          ArrayRef<int64_t> extents) {
  OperandSpec &spec = rewrite.spec.operands[operand];
  SmallVector<unsigned> split = tied.getDimensions(spec.value);
  SmallVector<AffineExpr> index;
  for (auto [d, expr] : llvm::enumerate(spec.map.getResults())) {
    SmallVector<AffineExpr> parts = {expr};
    if (llvm::is_contained(split, d))
      parts = {expr.floorDiv(inner), expr % inner};
    for (AffineExpr part : parts) {
      FailureOr<AffineExpr> made = overNewLoops(part, rewrite.loops, extents);
      if (failed(made))
        return failure();
      index.push_back(*made);
    }
  }
  spec.map = AffineMap::get(extents.size(), 0, index, spec.map.getContext());
  FailureOr<IntegerSet> guard =
      overNewLoops(spec.guard, rewrite.loops, extents);
  if (failed(guard))
    return failure();
  spec.guard = *guard;
  return success();
}

LogicalResult SplitTiedLoops::plan(ComputeOp op) {
  if (isRunningReduction(op))
    return failure();
  NewLoops loops(op, tied.getLoops(op), inner);
  SmallVector<int64_t> extents = loops.getExtents();
  Rewrite rewrite{op, getSpecWithoutBody(op), loops.old};
  ComputeSpec &spec = rewrite.spec;
  saved += countDivisions(spec);
  for (unsigned i = 0, e = spec.operands.size(); i < e; ++i)
    if (failed(planOperand(rewrite, i, extents)))
      return failure();
  FailureOr<IntegerSet> where = overNewLoops(spec.where, loops.old, extents);
  if (failed(where))
    return failure();
  spec.where = *where;
  spec.type = RankedTensorType::get(loops.shape, op.getType().getElementType());
  spec.reductionExtents = loops.reductionExtents;
  spec.loops = loops.names;
  saved -= countDivisions(spec);
  rewrites.push_back(std::move(rewrite));
  return success();
}

void SplitTiedLoops::apply(
    RewriterBase &rewriter,
    llvm::function_ref<void(ComputeOp, ComputeOp)> replaced) const {
  DenseMap<Value, Value> made;
  for (const Rewrite &rewrite : rewrites) {
    ComputeOp op = rewrite.op;
    ComputeSpec spec = rewrite.spec;
    for (OperandSpec &operand : spec.operands)
      operand.value = made.lookup_or(operand.value, operand.value);
    auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
      return cloneBodyAt(b, op, arguments, rewrite.loops);
    };
    spec.body = body;
    rewriter.setInsertionPoint(op);
    auto split = ComputeOp::create(rewriter, op.getLoc(), spec);
    keepAttributes(op, split);
    made[op.getResult()] = split.getResult();
    replaced(op, split);
  }
  for (const Rewrite &rewrite : llvm::reverse(rewrites)) {
    ComputeOp op = rewrite.op;
    if (!op->use_empty()) // The shape of a border is unchanged.
      rewriter.replaceAllUsesWith(op.getResult(), made[op.getResult()]);
    rewriter.eraseOp(op);
  }
}
