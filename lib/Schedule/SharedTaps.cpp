//===- SharedTaps.cpp - Taps shifted by a lane ----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/SharedTaps.h"

#include "Neo/Schedule/LanePieces.h"
#include "Neo/Schedule/RegisterPressure.h"

using namespace mlir;
using namespace neo;

/// Is a tile a whole row of a fully unrolled sum, emitted point by point?
static bool walksRows(const LoopNest &nest, const Schedule &schedule) {
  ComputeOp op = nest.op;
  if ((schedule.vector.size() != 1 && !hasHoles(nest, schedule)) ||
      schedule.reducesLanes(nest) || op.getKind() != ReductionKind::sum ||
      !nest.where.empty() || nest.nonzero.empty() ||
      !op.getBodyBlock()->getOps<IndexOp>().empty())
    return false;
  unsigned lane = schedule.vector.back().loop;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && !schedule.isUnrolled(loop))
      return false;
  return schedule.step(lane) >= nest.loops[lane].extent &&
         nest.output.coefficients[lane] == 1 && !nest.output.irregular[lane] &&
         windowsOverlap(nest, schedule);
}

/// The only operand that varies by lane, if its lanes are strided.
static const NestOperand *findStrided(const LoopNest &nest,
                                      const Schedule &schedule) {
  const NestOperand *found = nullptr;
  for (const NestOperand &operand : nest.operands) {
    unsigned lane = schedule.vector.back().loop;
    if (!operand.dependsOn(lane))
      continue;
    int64_t stride = operand.access.coefficients[lane];
    if (found || operand.access.perItem || operand.access.irregular.any() ||
        stride < 2 || stride > widestStride ||
        (hasHoles(nest, schedule) && !findPiece(nest, schedule, operand)))
      return nullptr;
    found = &operand;
  }
  return found;
}

/// The number of steps of `loop` that correspond to one lane, in the access and
/// in its guard; 0 if there is none.
static int64_t stepsPerLane(const NestOperand &operand, unsigned loop,
                            unsigned lane) {
  int64_t pitch = operand.access.coefficients[loop],
          stride = operand.access.coefficients[lane];
  if (pitch <= 0 || stride % pitch != 0)
    return 0;
  int64_t steps = stride / pitch;
  bool moveAlike = llvm::all_of(operand.guard, [&](const NestCondition &bound) {
    return bound.form.irregular.none() &&
           bound.form.coefficients[loop] * steps ==
               bound.form.coefficients[lane];
  });
  return moveAlike ? steps : 0;
}

std::optional<TapShift> neo::findTapShift(const LoopNest &nest,
                                          const Schedule &schedule) {
  if (!walksRows(nest, schedule))
    return std::nullopt;
  const NestOperand *operand = findStrided(nest, schedule);
  if (!operand)
    return std::nullopt;
  for (unsigned loop : schedule.unrolled) {
    int64_t steps = stepsPerLane(*operand, loop, schedule.vector.back().loop);
    if (steps > 0 && steps < nest.loops[loop].extent)
      return TapShift{loop, steps};
  }
  return std::nullopt;
}

double neo::shareOfTaps(const LoopNest &nest, const Schedule &schedule) {
  std::optional<TapShift> shift = findTapShift(nest, schedule);
  if (!shift)
    return 1;
  int64_t taps = nest.loops[shift->loop].extent;
  int64_t moved = std::min(shift->steps, taps - shift->steps);
  return double(taps - moved) / double(taps);
}
