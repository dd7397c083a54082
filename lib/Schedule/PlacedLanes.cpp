//===- PlacedLanes.cpp - Lanes at statically known positions --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/PlacedLanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

bool neo::isKnown(const LoopNest &nest, const Schedule &schedule,
                  unsigned loop) {
  const NestLoop &info = nest.loops[loop];
  if (info.isBatch)
    return false;
  return schedule.isUnrolled(loop) || schedule.step(loop) >= info.extent;
}

bool neo::isDivided(const LoopNest &nest, unsigned loop) {
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    return operand.access.irregular[loop];
  });
}

bool neo::dividesLanes(const Schedule &schedule, const LinearForm &form) {
  return llvm::any_of(schedule.vector, [&](const VectorPart &part) {
    return form.irregular[part.loop];
  });
}

/// Evaluates `expr` for loops with `values`; none if it is undefined.
static std::optional<int64_t> evaluate(AffineExpr expr,
                                       ArrayRef<int64_t> values) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return values[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto left = evaluate(binary.getLHS(), values);
  auto right = evaluate(binary.getRHS(), values);
  if (!left || !right)
    return std::nullopt;
  AffineExprKind kind = expr.getKind();
  if (kind == AffineExprKind::Add)
    return *left + *right;
  if (kind == AffineExprKind::Mul)
    return *left * *right;
  if (*right <= 0)
    return std::nullopt;
  if (kind == AffineExprKind::Mod)
    return llvm::mod(*left, *right);
  return kind == AffineExprKind::FloorDiv
             ? llvm::divideFloorSigned(*left, *right)
             : llvm::divideCeilSigned(*left, *right);
}

/// The growth of `expr` when `loop` grows by `step`; none if it depends on the
/// value of the loop because of a division.
static std::optional<int64_t> growth(AffineExpr expr, unsigned loop,
                                     int64_t step) {
  if (!expr.isFunctionOfDim(loop))
    return 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return step;
  auto left = growth(binary.getLHS(), loop, step);
  auto right = growth(binary.getRHS(), loop, step);
  if (!left || !right)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *left + *right;
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!number)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mul)
    return *left * number.getValue();
  if (number.getValue() <= 0 || *left % number.getValue() != 0)
    return std::nullopt;
  return expr.getKind() == AffineExprKind::Mod ? 0 : *left / number.getValue();
}

std::optional<int64_t> neo::growthPerTile(const LoopNest &nest,
                                          const Schedule &schedule,
                                          const LinearForm &form,
                                          unsigned loop) {
  if (nest.loops[loop].isBatch || isKnown(nest, schedule, loop))
    return std::nullopt;
  return growth(form.expr, loop, schedule.step(loop));
}

bool neo::isPlaced(const LoopNest &nest, const Schedule &schedule,
                   const LinearForm &form) {
  if (form.perItem || form.irregular.none())
    return false;
  return llvm::all_of(form.irregular.set_bits(), [&](unsigned loop) {
    return isKnown(nest, schedule, loop) ||
           growthPerTile(nest, schedule, form, loop);
  });
}

/// The values in lane 0 of the first tile of the loops that `form` divides; 0
/// for others.
static SmallVector<int64_t> firstLane(const LoopNest &nest,
                                      const Schedule &schedule,
                                      const LinearForm &form,
                                      ArrayRef<int64_t> values) {
  SmallVector<int64_t> first(nest.loops.size(), 0);
  for (unsigned loop : form.irregular.set_bits())
    first[loop] = schedule.isUnrolled(loop)
                      ? values[loop]
                      : values[loop] % schedule.step(loop);
  return first;
}

/// The values of the placed `form` in lanes from `first` on.
static std::optional<SmallVector<int64_t>>
evaluateLanes(const Schedule &schedule, const LinearForm &form,
              ArrayRef<int64_t> first, int64_t valid) {
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < valid; ++lane) {
    SmallVector<int64_t> at(first);
    int64_t rest = lane;
    for (const VectorPart &part : llvm::reverse(schedule.vector)) {
      at[part.loop] += rest % part.lanes;
      rest /= part.lanes;
    }
    std::optional<int64_t> place = evaluate(form.expr, at);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
  }
  return places;
}

VectorStep neo::firstStep(const LoopNest &nest, const Schedule &schedule) {
  return {SmallVector<int64_t>(nest.loops.size(), 0), schedule.lanes()};
}

std::optional<SmallVector<int64_t>> neo::placeLanes(const LoopNest &nest,
                                                    const Schedule &schedule,
                                                    const LinearForm &form,
                                                    const VectorStep &step) {
  if (!isPlaced(nest, schedule, form) || form.irregular.anyCommon(step.unknown))
    return std::nullopt;
  SmallVector<int64_t> first = firstLane(nest, schedule, form, step.values);
  auto places = evaluateLanes(schedule, form, first, step.valid);
  if (!places)
    return std::nullopt;
  int64_t left = 0; // the linear part in loops that are not vectorised
  for (unsigned loop : form.irregular.set_bits())
    if (schedule.lanesOf(loop) == 1)
      left += form.coefficients[loop] * first[loop];
  for (int64_t &place : *places)
    place -= left;
  return places;
}

int64_t neo::growthBeside(const LoopNest &nest, const Schedule &schedule,
                          const LinearForm &form, unsigned loop) {
  if (!form.irregular[loop])
    return 0;
  int64_t linear = schedule.lanesOf(loop) > 1
                       ? 0
                       : form.coefficients[loop] * schedule.step(loop);
  std::optional<int64_t> grown = growthPerTile(nest, schedule, form, loop);
  return grown ? *grown - linear : 0;
}

AffineExpr neo::restOfPlaced(const LoopNest &nest, const Schedule &schedule,
                             const LinearForm &form) {
  MLIRContext *context = form.expr.getContext();
  AffineExpr rest = getAffineConstantExpr(0, context);
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
    AffineExpr value = getAffineDimExpr(loop, context);
    if (!form.irregular[loop] || schedule.lanesOf(loop) == 1)
      rest = rest + value * coefficient;
    if (int64_t grown = growthBeside(nest, schedule, form, loop))
      rest = rest + value.floorDiv(schedule.step(loop)) * grown;
  }
  return rest;
}

/// Is `form` equal in every tile?
static bool isEqualInAllTiles(const LoopNest &nest, const Schedule &schedule,
                              const LinearForm &form) {
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
    auto grown = growthPerTile(nest, schedule, form, loop);
    if (form.irregular[loop] ? grown.value_or(0) != 0 : coefficient != 0)
      return false;
  }
  return true;
}

std::optional<SmallVector<bool>>
neo::lanesThatHold(const LoopNest &nest, const Schedule &schedule,
                   ArrayRef<NestCondition> conditions, const VectorStep &step) {
  SmallVector<bool> hold(step.valid, true);
  for (const NestCondition &condition : conditions) {
    const LinearForm &form = condition.form;
    if (!isPlaced(nest, schedule, form) ||
        form.irregular.anyCommon(step.unknown) ||
        !isEqualInAllTiles(nest, schedule, form))
      return std::nullopt;
    SmallVector<int64_t> first = firstLane(nest, schedule, form, step.values);
    auto numbers = evaluateLanes(schedule, form, first, step.valid);
    if (!numbers)
      return std::nullopt;
    for (auto [lane, number] : llvm::enumerate(*numbers))
      hold[lane] &= condition.isEquality ? number == 0 : number >= 0;
  }
  return hold;
}

void neo::fillUnusedPositions(ArrayRef<bool> wanted,
                              MutableArrayRef<int64_t> places) {
  const bool *first = llvm::find(wanted, true);
  for (auto [lane, isWanted] : llvm::enumerate(wanted))
    if (!isWanted && first != wanted.end())
      places[lane] = places[first - wanted.begin()];
}

SmallVector<int64_t> neo::shiftsOf(ArrayRef<int64_t> places) {
  SmallVector<int64_t> shifts;
  for (auto [lane, place] : llvm::enumerate(places))
    if (!llvm::is_contained(shifts, place - int64_t(lane)))
      shifts.push_back(place - int64_t(lane));
  return shifts;
}
