//===- PlacedLanes.cpp - Lanes whose divisions are known ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/PlacedLanes.h"

using namespace mlir;
using namespace neo;

std::optional<SmallVector<int64_t>> neo::placeLanes(const LoopNest &nest,
                                                    const Schedule &schedule,
                                                    const LinearForm &form,
                                                    ArrayRef<int64_t> offsets,
                                                    int64_t valid) {
  if (schedule.vector.size() != 1 || form.perItem)
    return std::nullopt;
  unsigned loop = schedule.vector.front().loop;
  if (!form.irregular[loop] || form.irregular.count() != 1 ||
      nest.loops[loop].isReduction || nest.loops[loop].isBatch ||
      schedule.step(loop) < nest.loops[loop].extent)
    return std::nullopt;
  MLIRContext *context = form.expr.getContext();
  SmallVector<AffineExpr> values(nest.loops.size(),
                                 getAffineConstantExpr(0, context));
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < valid; ++lane) {
    values[loop] = getAffineConstantExpr(offsets[loop] + lane, context);
    auto place = dyn_cast<AffineConstantExpr>(form.expr.replaceDims(values));
    if (!place)
      return std::nullopt;
    places.push_back(place.getValue());
  }
  return places;
}

AffineExpr neo::restOfPlaced(const Schedule &schedule, const LinearForm &form) {
  MLIRContext *context = form.expr.getContext();
  AffineExpr rest = getAffineConstantExpr(0, context);
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    if (schedule.lanesOf(loop) == 1)
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
