//===- PlacedLanes.cpp - Lanes whose divisions are known ------------------===//
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

/// `expr` where its loops have `values`; nothing where that is not defined.
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

std::optional<SmallVector<int64_t>> neo::placeLanes(const LoopNest &nest,
                                                    const Schedule &schedule,
                                                    const LinearForm &form,
                                                    ArrayRef<int64_t> values,
                                                    int64_t valid) {
  if (form.perItem || form.irregular.none())
    return std::nullopt;
  SmallVector<int64_t> first(nest.loops.size(), 0);
  int64_t left = 0; // the linear part of loops beside the lanes
  for (unsigned loop : form.irregular.set_bits()) {
    if (!isKnown(nest, schedule, loop))
      return std::nullopt;
    first[loop] = values[loop];
    if (schedule.lanesOf(loop) == 1)
      left += form.coefficients[loop] * values[loop];
  }
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
    places.push_back(*place - left);
  }
  return places;
}

AffineExpr neo::restOfPlaced(const Schedule &schedule, const LinearForm &form) {
  MLIRContext *context = form.expr.getContext();
  AffineExpr rest = getAffineConstantExpr(0, context);
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    if (!form.irregular[loop] || schedule.lanesOf(loop) == 1)
      rest = rest + getAffineDimExpr(loop, context) * coefficient;
  return rest;
}

SmallVector<int64_t> neo::shiftsOf(ArrayRef<int64_t> places) {
  SmallVector<int64_t> shifts;
  for (auto [lane, place] : llvm::enumerate(places))
    if (!llvm::is_contained(shifts, place - int64_t(lane)))
      shifts.push_back(place - int64_t(lane));
  return shifts;
}
