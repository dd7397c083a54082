//===- ShareComputes.cpp - Common operator elimination --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %T = neo.compute [i, k, j] sum [l] %B[i, k, l], %D[l, j]
//     %S = neo.compute [k, i, j] sum [l] %D[l, j], %B[i, k, l]
// -->
//     %S = neo.compute [k, i, j] %T[i, k, j]
//
// Operators with equal keys (ComputeKey.h) are replaced by the first of them.
// If the dimensions of the second are in another order it becomes a transposed
// copy, and canonicalization lets its readers read the first directly. A sum of
// negated terms becomes the negative of the other, which is exact: rounding to
// nearest is symmetric.
//
// Cost: nothing where the order is the same. A transposed copy may have to be
// materialised after all, or readers access a tensor with strides. Unless all
// readers can read through it and stay contiguous along the last dimension, the
// second is kept if computing it costs less than moving it twice.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Transforms/Algebra/ComputeKey.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

static double costOf(ComputeOp op, AlgebraCost cost) {
  cost.elementBytes = getElementBytes(op.getType());
  double points = 1;
  for (int64_t extent : getCostedExtents(op))
    points *= double(extent);
  return cost.start + cost.ofPoints(points, 1 + getBodyCost(op));
}

namespace {
class Sharer {
public:
  Sharer(RewriterBase &rewriter, const AlgebraOptions &options)
      : rewriter(rewriter), options(options) {}

  void visit(ComputeOp op);

private:
  bool isWorthCopying(ComputeOp op, AffineMap map);
  bool shareOpposite(ComputeOp op);
  void replace(ComputeOp op, ComputeOp first, AffineMap map);
  void copy(ComputeOp op, ComputeOp first, AffineMap map, bool negate);

  RewriterBase &rewriter;
  const AlgebraOptions &options;
  KnownComputes known;
};
} // namespace

/// Will readers of a copy read through it, and stay contiguous?
static bool vanishes(ComputeOp op, AffineMap map) {
  unsigned rank = map.getNumDims();
  return (rank == 0 || map.getDimPosition(rank - 1) == rank - 1) &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return isa<ComputeOp>(user); });
}

/// Cycles of a copy of the result of `op`.
static double costOfCopy(ComputeOp op, const AlgebraCost &cost) {
  double moved = op.getType().getNumElements() * getElementBytes(op.getType());
  return cost.start + 2 * cost.ofBytes(moved);
}

bool Sharer::isWorthCopying(ComputeOp op, AffineMap map) {
  if (map.isIdentity() || vanishes(op, map))
    return true;
  double copied = costOfCopy(op, options.cost);
  double computed = costOf(op, options.cost);
  bool worth = isWorth(copied, computed);
  if (!worth && options.explain)
    op.emitRemark("it equals an earlier operator, transposed, and is computed "
                  "again: that takes ")
        << int64_t(computed) << " cycles, a copy " << int64_t(copied);
  return worth;
}

void Sharer::copy(ComputeOp op, ComputeOp first, AffineMap map, bool negate) {
  ComputeSpec spec;
  spec.operands.push_back({first.getResult(), map});
  spec.type = op.getType();
  ArrayRef<Attribute> names = op.getLoops().getValue();
  for (Attribute name : names.take_front(op.getNumOutputLoops()))
    spec.loops.push_back(cast<StringAttr>(name).str());
  auto body = [=](OpBuilder &b, Location loc, ValueRange v) -> Value {
    if (!negate)
      return v[0];
    // And not -x: no sum is -0.
    Type type = v[0].getType();
    Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
    return arith::SubFOp::create(b, loc, zero, v[0]);
  };
  spec.body = body;
  known.forget(op);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<ComputeOp>(op, spec);
}

void Sharer::replace(ComputeOp op, ComputeOp first, AffineMap map) {
  if (options.explain)
    op.emitRemark("it equals an earlier operator and is computed once, which "
                  "saves ")
        << int64_t(costOf(op, options.cost)) << " cycles";
  if (!map.isIdentity())
    return copy(op, first, map, /*negate=*/false);
  known.forget(op);
  rewriter.replaceOp(op, first.getResult());
}

/// Makes a sum of negated terms the negative of the sum of the others.
bool Sharer::shareOpposite(ComputeOp op) {
  std::optional<KnownCompute> other = known.findOpposite(op);
  if (!other || other->op->getBlock() != op->getBlock())
    return false;
  double computed = costOf(op, options.cost);
  if (!vanishes(op, other->map) &&
      !isWorth(costOfCopy(op, options.cost), computed))
    return false;
  if (options.explain)
    op.emitRemark("it is the negative of an earlier sum and computed from it, "
                  "which saves ")
        << int64_t(computed) << " cycles";
  copy(op, other->op, other->map, /*negate=*/true);
  return true;
}

void Sharer::visit(ComputeOp op) {
  std::optional<KnownCompute> same = known.find(op);
  if (same && same->op->getBlock() == op->getBlock() &&
      isWorthCopying(op, same->map))
    replace(op, same->op, same->map);
  else if (!same && !shareOpposite(op))
    known.add(op);
}

void neo::shareComputes(ArrayRef<ComputeOp> computes, RewriterBase &rewriter,
                        const AlgebraOptions &options) {
  Sharer sharer(rewriter, options);
  for (ComputeOp op : computes)
    sharer.visit(op);
}
