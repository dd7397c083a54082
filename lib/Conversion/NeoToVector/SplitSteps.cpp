//===- SplitSteps.cpp - Steps of a reduction with and without masks -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_{k <= i} A[i, k] * B[k, j]       a tile of rows 8 to 15
//
//     k =  0, .. 8     every row has a term          no mask
//     k =  9, .. 15    some rows have                masked
//     k = 16, ..       no row has                    no iteration
//
// Conditions of terms and guards of operands that a step of a reduction moves
// by one bound the steps of a tile: from where no point has a term on, the loop
// ends, and where all points have one, it is a loop of its own without a mask.
// As many masked steps as the tile is high are left.
//
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

#include "Neo/Conversion/RolledLoops.h"

using namespace mlir;
using namespace neo;

/// A step with so many products need not be unrolled by LLVM, which would keep
/// elements that steps share live, and spill accumulators.
constexpr size_t fewProducts = 8;

/// Bounds of reduction loop `level` between two constants: those of its block,
/// tightened to the steps in which some element of the tile has a term.
LoopRange TileLoops::reductionBounds(unsigned level, int64_t begin,
                                     int64_t end) {
  unsigned loop = reductions[level];
  Value from = state.constantIndex(begin);
  Value to = isBatch(loop) ? state.items : state.constantIndex(end);
  if (schedule.blockedLoop == loop) {
    from = insideStart ? insideStart : blockStart;
    to = arith::AddIOp::create(b, loc, from,
                               state.constantIndex(schedule.block));
    if (end % schedule.block != 0)
      to = arith::MinSIOp::create(b, loc, to, state.constantIndex(end));
  }
  if (schedule.step(loop) != 1)
    return {from, to};
  for (const NestCondition &condition : nest.nonzero) {
    std::optional<AffineExpr> rest =
        boundOn(level, condition, /*everywhere=*/false);
    if (!rest)
      continue;
    SmallVector<int64_t> none(nest.loops.size(), 0);
    if (condition.form.coefficients[loop] > 0)
      from = arith::MaxSIOp::create(b, loc, from, state.index(-*rest, none));
    else
      to = arith::MinSIOp::create(b, loc, to, state.index(*rest + 1, none));
  }
  return {from, to};
}

/// If `condition` reads `loop + rest >= 0` or `rest - loop >= 0` with a rest
/// that is known here: the largest rest of any element of the tile, or the
/// least one, for which it holds `everywhere`.
std::optional<AffineExpr> TileLoops::boundOn(unsigned level,
                                             const NestCondition &condition,
                                             bool everywhere) {
  unsigned loop = reductions[level];
  const LinearForm &form = condition.form;
  int64_t coefficient = form.coefficients[loop], reach = 0;
  if (condition.isEquality || form.irregular.any() ||
      std::abs(coefficient) != 1)
    return std::nullopt;
  for (auto [other, info] : llvm::enumerate(nest.loops)) {
    if (other == loop || form.coefficients[other] == 0)
      continue;
    bool entered = llvm::is_contained(ArrayRef(reductions).take_front(level),
                                      unsigned(other));
    if (info.isReduction && !entered)
      return std::nullopt;
    int64_t last = form.coefficients[other] * (extents[other].elements - 1);
    reach +=
        everywhere ? std::min<int64_t>(0, last) : std::max<int64_t>(0, last);
  }
  AffineExpr rest = form.expr - b.getAffineDimExpr(loop) * coefficient + reach;
  return simplifyAffineExpr(rest, nest.loops.size(), 0);
}

/// Emits the steps of reduction loop `level` from one to another.
SmallVector<Value> TileLoops::emitSteps(unsigned level,
                                        ArrayRef<TilePoint> points,
                                        SmallVector<Value> accumulators,
                                        LoopRange range) {
  unsigned loop = reductions[level];
  auto forOp = scf::ForOp::create(b, loc, range.from, range.to,
                                  state.constantIndex(schedule.step(loop)),
                                  accumulators);
  OpBuilder::InsertionGuard guard(b);
  if (points.size() >= fewProducts)
    keepRolled(forOp);
  b.setInsertionPointToStart(forOp.getBody());
  state.origin[loop] = forOp.getInductionVar();
  if (level == 0)
    prefetchPanels(loop);
  prefetchBy(level);
  SmallVector<Value> next = emitReduction(
      level + 1, points, llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
  scf::YieldOp::create(b, loc, next);
  return llvm::to_vector_of<Value>(forOp.getResults());
}

/// Emits the steps of `range` in up to three loops: in the middle one
/// conditions hold at every point of the tile, and nothing is masked.
SmallVector<Value> TileLoops::emitSplit(unsigned level,
                                        ArrayRef<TilePoint> points,
                                        SmallVector<Value> accumulators,
                                        LoopRange range) {
  SmallVector<AffineExpr> holding;
  LoopRange middle = findMiddle(level, range, holding);
  if (middle.from != range.from)
    accumulators = emitSteps(level, points, std::move(accumulators),
                             {range.from, middle.from});
  size_t known = state.known.size();
  llvm::append_range(state.known, holding);
  accumulators = emitSteps(level, points, std::move(accumulators), middle);
  state.known.truncate(known);
  if (middle.to != range.to)
    accumulators = emitSteps(level, points, std::move(accumulators),
                             {middle.to, range.to});
  return accumulators;
}

/// The steps of `range` in which conditions of terms and of their operands hold
/// at every point of the tile; these are added to `holding`.
LoopRange TileLoops::findMiddle(unsigned level, LoopRange range,
                                SmallVectorImpl<AffineExpr> &holding) {
  unsigned loop = reductions[level];
  LoopRange middle = range;
  SmallVector<int64_t> none(nest.loops.size(), 0);
  for (const NestCondition &condition : boundsOfSteps(nest, schedule, loop)) {
    std::optional<AffineExpr> rest =
        boundOn(level, condition, /*everywhere=*/true);
    if (!rest || llvm::is_contained(holding, condition.form.expr))
      continue;
    holding.push_back(condition.form.expr);
    Value bound = condition.form.coefficients[loop] > 0
                      ? state.index(-*rest, none)
                      : state.index(*rest + 1, none);
    bound = arith::MaxSIOp::create(b, loc, bound, range.from);
    bound = arith::MinSIOp::create(b, loc, bound, range.to);
    if (condition.form.coefficients[loop] > 0)
      middle.from = arith::MaxSIOp::create(b, loc, middle.from, bound);
    else
      middle.to = arith::MinSIOp::create(b, loc, middle.to, bound);
  }
  if (middle.from != range.from && middle.to != range.to)
    middle.to = arith::MaxSIOp::create(b, loc, middle.from, middle.to);
  return middle;
}
