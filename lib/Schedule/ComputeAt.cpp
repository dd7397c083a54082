//===- ComputeAt.cpp - Producers computed where they are read -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/ComputeAt.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/PlacedLanes.h"

using namespace mlir;
using namespace neo;

std::optional<unsigned> ScheduledNest::steppedLoop() const {
  if (schedule.parallelLoops == 0 || nest.hasBatch() || schedule.stagedLoop ||
      (schedule.blockedLoop && !schedule.blocksInside()))
    return std::nullopt;
  unsigned loop = schedule.order.front();
  if (schedule.step(loop) != 1)
    return std::nullopt;
  return loop;
}

/// How far each step of `loop` moves `form`, if all move it alike.
static std::optional<int64_t> strideOf(const ScheduledNest &own,
                                       const LinearForm &form, unsigned loop) {
  if (form.perItem)
    return std::nullopt;
  return growthPerTile(own.nest, own.schedule, form, loop);
}

/// `form` in the first step of `loop`, `first` elements earlier.
static LinearForm inScratch(const LinearForm &form, unsigned loop,
                            int64_t first) {
  MLIRContext *context = form.expr.getContext();
  AffineExpr step = getAffineDimExpr(loop, context);
  return form.rewritten(
      [&](AffineExpr expr) {
        return expr.replace(step, getAffineConstantExpr(0, context)) - first;
      },
      form.coefficients.size());
}

/// Does each step of `loop` read `made` `stride` elements further, the first
/// one within `written`?
static bool readsItsStep(const ScheduledNest &reader, unsigned made,
                         unsigned loop, int64_t stride,
                         AffineInterval written) {
  const NestOperand &read = reader.nest.operands[made];
  if (!read.guard.empty() || reader.schedule.isPacked(made) ||
      strideOf(reader, read.access, loop) != stride)
    return false;
  SmallVector<int64_t> extents = reader.nest.extentsOfStep(loop);
  LoopDomain step(extents);
  return step.proves(read.access.expr - written.low) &&
         step.proves(-read.access.expr + written.high);
}

std::optional<int64_t> neo::chainSteps(ScheduledNest &maker,
                                       ScheduledNest &reader,
                                       ArrayRef<unsigned> made) {
  constexpr int64_t mostBytes = 16 * 1024;
  std::optional<unsigned> writes = maker.steppedLoop(),
                          reads = reader.steppedLoop();
  if (!writes || !reads ||
      maker.nest.loops[*writes].extent != reader.nest.loops[*reads].extent)
    return std::nullopt;
  LinearForm &output = maker.nest.output;
  std::optional<int64_t> stride = strideOf(maker, output, *writes);
  std::optional<AffineInterval> written =
      getInterval(output.expr, maker.nest.extentsOfStep(*writes));
  if (!stride || !written || written->high - written->low >= *stride)
    return std::nullopt;
  for (unsigned operand : made)
    if (!readsItsStep(reader, operand, *reads, *stride, *written))
      return std::nullopt;
  int64_t low = written->low, elements = written->high - low + 1;
  RankedTensorType type = ComputeOp(maker.nest.op).getType();
  if (elements * getElementBytes(type) > mostBytes)
    return std::nullopt;
  output = inScratch(output, *writes, low);
  for (unsigned operand : made) {
    NestOperand &read = reader.nest.operands[operand];
    read.access = inScratch(read.access, *reads, low);
    read.type = RankedTensorType::get({elements}, type.getElementType());
  }
  return elements;
}
