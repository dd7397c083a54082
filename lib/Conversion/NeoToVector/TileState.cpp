//===- TileState.cpp - Values of loops while a tile is emitted ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileState.h"

#include "LaneIndices.h"

#include "Neo/Schedule/LanePieces.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

TileState::TileState(OpBuilder &b, Location loc, const LoopNest &nest,
                     const Schedule &schedule)
    : b(b), loc(loc), nest(nest), schedule(schedule), lanes(schedule.lanes()),
      origin(nest.loops.size()), steps(nest.loops.size(), 1) {
  for (const NestLoop &loop : nest.loops)
    ranges.push_back({0, std::max<int64_t>(loop.extent, 1) - 1});
}

Value TileState::plus(Value value, Value factor, int64_t times) {
  Value product = arith::MulIOp::create(b, loc, factor, constantIndex(times));
  return arith::AddIOp::create(b, loc, value, product);
}

void TileState::forEach(int64_t extent, int64_t step,
                        llvm::function_ref<void(Value)> emitInside) {
  if (extent <= step)
    return emitInside(constantIndex(0));
  auto forOp = scf::ForOp::create(b, loc, constantIndex(0),
                                  constantIndex(extent), constantIndex(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  emitInside(forOp.getInductionVar());
}

void TileState::forEachVector(
    int64_t extent,
    llvm::function_ref<void(Value first, int64_t count)> emitInside) {
  int64_t rest = extent % lanes, whole = extent - rest;
  if (whole > 0)
    forEach(whole, lanes, [&](Value first) { emitInside(first, lanes); });
  if (rest > 0)
    emitInside(constantIndex(whole), rest);
}

int64_t TileState::elementsInside(unsigned loop) const {
  return std::min(schedule.step(loop),
                  nest.loops[loop].extent - ranges[loop].high);
}

std::optional<SmallVector<int64_t>>
TileState::places(const LinearForm &form, ArrayRef<int64_t> offsets,
                  int64_t validLanes) const {
  return placeLanes(nest, schedule, form, stepAt(offsets, validLanes));
}

/// The step of an unrolled loop is known if its origin has one possible value.
VectorStep TileState::stepAt(ArrayRef<int64_t> offsets,
                             int64_t validLanes) const {
  VectorStep step{SmallVector<int64_t>(offsets), validLanes,
                  llvm::SmallBitVector(offsets.size())};
  for (unsigned loop : schedule.unrolled) {
    step.values[loop] += ranges[loop].low;
    step.unknown[loop] = ranges[loop].low != ranges[loop].high;
  }
  return step;
}

/// Widens an interval by `coefficient` times [first, last].
static void widen(AffineInterval &all, int64_t coefficient, int64_t first,
                  int64_t last) {
  all.low += std::min(coefficient * first, coefficient * last);
  all.high += std::max(coefficient * first, coefficient * last);
}

/// Widens an interval by the range of tile origins of vectorised loops.
void TileState::widenByTiles(AffineInterval &all, const LinearForm &form,
                             ArrayRef<int64_t> offsets) const {
  for (unsigned loop = 0; loop < offsets.size(); ++loop)
    if (int64_t grown = growthBeside(nest, schedule, form, loop)) {
      int64_t step = schedule.step(loop);
      widen(all, grown, (ranges[loop].low + offsets[loop]) / step,
            (ranges[loop].high + offsets[loop]) / step);
    }
}

bool TileState::isInside(const TilePoint &point, int64_t lane) const {
  return lane < point.validLanes && !isHole(nest, schedule, lane);
}

bool TileState::isWhole(const TilePoint &point) const {
  return point.validLanes == lanes && !hasHoles(nest, schedule);
}

/// The largest offset along `loop` of the first `validLanes` lanes.
int64_t TileState::reachOfLanes(unsigned loop, int64_t validLanes) const {
  int64_t inside = validLanes - 1, most = schedule.lanesOf(loop) - 1;
  for (const VectorPart &part : llvm::reverse(schedule.vector)) {
    if (part.loop == loop)
      break;
    inside /= part.lanes;
  }
  if (hasHoles(nest, schedule))
    most = std::min(most, nest.loops[loop].extent - 1);
  return std::min(inside, most);
}

std::optional<AffineInterval> TileState::interval(const LinearForm &form,
                                                  ArrayRef<int64_t> offsets,
                                                  int64_t validLanes) const {
  std::optional<int64_t> constant = form.constant();
  auto places = this->places(form, offsets, validLanes);
  if (!places && (form.irregular.any() || !constant))
    return std::nullopt;
  AffineInterval all{places ? *llvm::min_element(*places) : *constant,
                     places ? *llvm::max_element(*places) : *constant};
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
    bool inLanes = schedule.lanesOf(loop) > 1;
    if (coefficient == 0 || (places && inLanes && form.irregular[loop]))
      continue;
    if (nest.loops[loop].isBatch)
      return std::nullopt;
    // Positions from placeLanes include the lanes.
    int64_t reach = places ? 0 : reachOfLanes(loop, validLanes);
    widen(all, coefficient, ranges[loop].low + offsets[loop],
          ranges[loop].high + offsets[loop] + reach);
  }
  if (places)
    widenByTiles(all, form, offsets);
  return all;
}

Value TileState::constantIndex(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

/// The constant term of a simplified sum.
static int64_t trailingConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return 0;
  return trailingConstant(sum.getLHS()) + trailingConstant(sum.getRHS());
}

Value TileState::index(AffineExpr expr, ArrayRef<int64_t> offsets) {
  unsigned loops = origin.size();
  SmallVector<AffineExpr> moved;
  for (auto [loop, offset] : llvm::enumerate(offsets))
    moved.push_back(b.getAffineDimExpr(loop) + offset);
  AffineExpr full = simplifyAffineExpr(expr.replaceDims(moved), loops, 0);
  // The base is equal for all unrolled copies of a tile; CSE leaves one.
  int64_t constant = trailingConstant(full);
  AffineExpr base = simplifyAffineExpr(full - constant, loops, 0);
  if (isa<AffineConstantExpr>(full))
    return constantIndex(cast<AffineConstantExpr>(full).getValue());
  // Loops that are not entered yet have no value and do not occur in `base`.
  AffineMap map = AffineMap::get(loops, 0, base);
  SmallVector<Value> used;
  for (unsigned loop = 0; loop < loops; ++loop)
    if (base.isFunctionOfDim(loop))
      used.push_back(origin[loop]);
  Value value =
      affine::AffineApplyOp::create(b, loc, compressUnusedDims(map), used);
  if (constant == 0)
    return value;
  return arith::AddIOp::create(b, loc, value, constantIndex(constant));
}

Value TileState::position(const LinearForm &form, ArrayRef<int64_t> offsets) {
  if (!form.perItem)
    return index(form.expr, offsets);
  Value grown =
      arith::MulIOp::create(b, loc, index(form.perItem, offsets), items);
  return arith::AddIOp::create(b, loc, grown, index(form.fixed, offsets));
}

Value TileState::tileNumber(ArrayRef<unsigned> loops) {
  AffineExpr number = b.getAffineConstantExpr(0);
  for (unsigned loop : loops) {
    if (nest.loops[loop].isReduction)
      continue;
    int64_t step = schedule.step(loop);
    number = number * int64_t(llvm::divideCeil(nest.loops[loop].extent, step)) +
             b.getAffineDimExpr(loop).floorDiv(step);
  }
  return index(number, SmallVector<int64_t>(nest.loops.size(), 0));
}

int64_t TileState::countTiles(ArrayRef<unsigned> loops) const {
  int64_t tiles = 1;
  for (unsigned loop : loops)
    if (!nest.loops[loop].isReduction)
      tiles *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
  return tiles;
}

SmallVector<int64_t> TileState::laneOffsets(ArrayRef<int64_t> offsets,
                                            int64_t lane) const {
  SmallVector<int64_t> result(offsets);
  for (const VectorPart &part : llvm::reverse(schedule.vector)) {
    result[part.loop] += lane % part.lanes;
    lane /= part.lanes;
  }
  return result;
}

Value TileState::indexVector(const LinearForm &form,
                             ArrayRef<int64_t> offsets) {
  VectorType type = vectorOf(b.getIndexType());
  SmallVector<int64_t> relative = getLaneOffsets(form, schedule);
  std::optional<SmallVector<int64_t>> places;
  if (relative.empty())
    places = this->places(form, offsets, lanes);
  if (places)
    relative = *places;
  if (relative.empty()) {
    if (!form.perItem)
      if (Value divided = divideLanes(*this, form.expr, offsets))
        return divided;
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < lanes; ++lane)
      values.push_back(position(form, laneOffsets(offsets, lane)));
    return vector::FromElementsOp::create(b, loc, type, values);
  }
  Value first = places ? index(restOfPlaced(nest, schedule, form), offsets)
                       : position(form, offsets);
  Value base = vector::BroadcastOp::create(b, loc, type, first);
  if (llvm::all_of(relative, [](int64_t offset) { return offset == 0; }))
    return base;
  Value step =
      arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, [&] {
                                  SmallVector<Attribute> values;
                                  for (int64_t offset : relative)
                                    values.push_back(b.getIndexAttr(offset));
                                  return values;
                                }()));
  return arith::AddIOp::create(b, loc, base, step);
}

Value TileState::splat(TypedAttr value) {
  VectorType type = vectorOf(value.getType());
  return arith::ConstantOp::create(
      b, loc, cast<TypedAttr>(DenseElementsAttr::get(type, Attribute(value))));
}

Value TileState::constantMask(ArrayRef<bool> lanes) {
  VectorType type = vectorOf(b.getI1Type());
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, lanes));
}

Value neo::conjoin(TileState &state, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(state.b, state.loc, a, b);
}

/// Does `condition` hold in every lane of the point, or in none? No value if
/// that is not known statically.
static std::optional<bool> decide(const TileState &state,
                                  const NestCondition &condition,
                                  const TilePoint &point) {
  if (!condition.isEquality &&
      llvm::is_contained(state.known, condition.form.expr))
    return true;
  std::optional<AffineInterval> range =
      state.interval(condition.form, point.offsets, point.validLanes);
  if (!range)
    return std::nullopt;
  if (range->high < 0 || (condition.isEquality && range->low > 0))
    return false;
  if (range->low >= 0 && (!condition.isEquality || range->high == 0))
    return true;
  return std::nullopt;
}

bool neo::holdsAlways(const TileState &state, const NestCondition &condition,
                      const TilePoint &point) {
  return decide(state, condition, point) == true;
}

bool neo::failsAlways(const TileState &state,
                      ArrayRef<NestCondition> conditions,
                      const TilePoint &point) {
  return llvm::any_of(conditions, [&](const NestCondition &condition) {
    return decide(state, condition, point) == false;
  });
}

/// One i1 per lane: does `condition` hold there?
static Value evaluateInLanes(TileState &state, const NestCondition &condition,
                             const TilePoint &point) {
  OpBuilder &b = state.b;
  Value value = state.indexVector(condition.form, point.offsets);
  Value zero = state.splat(b.getIndexAttr(0));
  // Compare in 32 bits if the range allows: that takes half the registers.
  std::optional<AffineInterval> range =
      state.interval(condition.form, point.offsets, state.lanes);
  if (range && llvm::isInt<32>(range->low) && llvm::isInt<32>(range->high)) {
    value = arith::IndexCastOp::create(b, state.loc,
                                       state.vectorOf(b.getI32Type()), value);
    zero = state.splat(b.getI32IntegerAttr(0));
  }
  auto predicate = condition.isEquality ? arith::CmpIPredicate::eq
                                        : arith::CmpIPredicate::sge;
  return arith::CmpIOp::create(b, state.loc, predicate, value, zero);
}

LaneMask neo::evaluateGuard(TileState &state,
                            ArrayRef<NestCondition> conditions,
                            const TilePoint &point) {
  LaneMask mask;
  for (const NestCondition &condition : conditions) {
    if (holdsAlways(state, condition, point))
      continue;
    bool perLane =
        llvm::any_of(state.schedule.vector, [&](const VectorPart &part) {
          return condition.form.dependsOn(part.loop);
        });
    if (perLane) {
      mask.lanes =
          conjoin(state, mask.lanes, evaluateInLanes(state, condition, point));
      continue;
    }
    auto predicate = condition.isEquality ? arith::CmpIPredicate::eq
                                          : arith::CmpIPredicate::sge;
    Value value = state.index(condition.form.expr, point.offsets);
    Value holds = arith::CmpIOp::create(state.b, state.loc, predicate, value,
                                        state.constantIndex(0));
    mask.shared = conjoin(state, mask.shared, holds);
  }
  return mask;
}

Value neo::toVectorMask(TileState &state, LaneMask mask) {
  if (!mask.shared)
    return mask.lanes;
  VectorType type = state.vectorOf(state.b.getI1Type());
  return conjoin(
      state, mask.lanes,
      vector::BroadcastOp::create(state.b, state.loc, type, mask.shared));
}

Value neo::toVectorMask(TileState &state, LaneMask mask, int64_t validLanes) {
  Value result = toVectorMask(state, mask);
  TilePoint point{{}, validLanes};
  if (state.isWhole(point))
    return result;
  SmallVector<bool> valid;
  for (int64_t lane = 0; lane < state.lanes; ++lane)
    valid.push_back(state.isInside(point, lane));
  return conjoin(state, result, state.constantMask(valid));
}

Type neo::storageType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                              : element;
}
