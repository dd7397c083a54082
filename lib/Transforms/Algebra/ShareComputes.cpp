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
// copy, and canonicalization lets its readers read the first directly.
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
  void replace(ComputeOp op, ComputeOp first, AffineMap map);

  RewriterBase &rewriter;
  const AlgebraOptions &options;
  KnownComputes known;
};
} // namespace

/// Will readers of a transposed copy read through it, and stay contiguous?
static bool vanishes(ComputeOp op, AffineMap map) {
  unsigned last = map.getNumDims() - 1;
  return map.getDimPosition(last) == last &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return isa<ComputeOp>(user); });
}

bool Sharer::isWorthCopying(ComputeOp op, AffineMap map) {
  if (map.isIdentity() || vanishes(op, map))
    return true;
  double moved = op.getType().getNumElements() * getElementBytes(op.getType());
  double copied = options.cost.start + 2 * options.cost.ofBytes(moved);
  double computed = costOf(op, options.cost);
  bool worth = isWorth(copied, computed);
  if (!worth && options.explain)
    op.emitRemark("it equals an earlier operator, transposed, and is computed "
                  "again: that takes ")
        << int64_t(computed) << " cycles, a copy " << int64_t(copied);
  return worth;
}

void Sharer::replace(ComputeOp op, ComputeOp first, AffineMap map) {
  if (options.explain)
    op.emitRemark("it equals an earlier operator and is computed once, which "
                  "saves ")
        << int64_t(costOf(op, options.cost)) << " cycles";
  known.forget(op);
  if (map.isIdentity()) {
    rewriter.replaceOp(op, first.getResult());
    return;
  }
  ComputeSpec spec;
  spec.operands.push_back({first.getResult(), map});
  spec.type = op.getType();
  ArrayRef<Attribute> names = op.getLoops().getValue();
  for (Attribute name : names.take_front(op.getNumOutputLoops()))
    spec.loops.push_back(cast<StringAttr>(name).str());
  auto body = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  spec.body = body;
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<ComputeOp>(op, spec);
}

void Sharer::visit(ComputeOp op) {
  std::optional<KnownCompute> same = known.find(op);
  if (!same)
    known.add(op);
  else if (same->op->getBlock() == op->getBlock() &&
           isWorthCopying(op, same->map))
    replace(op, same->op, same->map);
}

void neo::shareComputes(ArrayRef<ComputeOp> computes, RewriterBase &rewriter,
                        const AlgebraOptions &options) {
  Sharer sharer(rewriter, options);
  for (ComputeOp op : computes)
    sharer.visit(op);
}
