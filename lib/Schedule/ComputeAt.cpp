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

/// The stride of `loop` in `form`, if it is constant.
static std::optional<int64_t> strideOf(const ScheduledNest &own,
                                       const LinearForm &form, unsigned loop) {
  if (form.perItem)
    return std::nullopt;
  return growthPerTile(own.nest, own.schedule, form, loop);
}

/// `form` in the first step of `loop`, relative to element `first`.
static LinearForm toScratch(const LinearForm &form, unsigned loop,
                            int64_t first) {
  MLIRContext *context = form.expr.getContext();
  AffineExpr step = getAffineDimExpr(loop, context);
  return form.rewritten(
      [&](AffineExpr expr) {
        return expr.replace(step, getAffineConstantExpr(0, context)) - first;
      },
      form.coefficients.size());
}

/// Has `loop` the stride `stride` in operand `operand`, and is the footprint
/// of its first step within `written`?
static bool readsSameStep(const ScheduledNest &consumer, unsigned operand,
                          unsigned loop, int64_t stride,
                          AffineInterval written) {
  const NestOperand &read = consumer.nest.operands[operand];
  if (!read.guard.empty() || consumer.schedule.isPacked(operand) ||
      strideOf(consumer, read.access, loop) != stride)
    return false;
  SmallVector<int64_t> extents = consumer.nest.extentsOfStep(loop);
  LoopDomain step(extents);
  return step.proves(read.access.expr - written.low) &&
         step.proves(-read.access.expr + written.high);
}

std::optional<int64_t> neo::fuseSteps(ScheduledNest &producer,
                                      ScheduledNest &consumer,
                                      ArrayRef<unsigned> operands) {
  constexpr int64_t mostBytes = 16 * 1024;
  std::optional<unsigned> writes = producer.steppedLoop(),
                          reads = consumer.steppedLoop();
  if (!writes || !reads ||
      producer.nest.loops[*writes].extent != consumer.nest.loops[*reads].extent)
    return std::nullopt;
  LinearForm &output = producer.nest.output;
  std::optional<int64_t> stride = strideOf(producer, output, *writes);
  std::optional<AffineInterval> written =
      getInterval(output.expr, producer.nest.extentsOfStep(*writes));
  if (!stride || !written || written->high - written->low >= *stride)
    return std::nullopt;
  for (unsigned operand : operands)
    if (!readsSameStep(consumer, operand, *reads, *stride, *written))
      return std::nullopt;
  int64_t low = written->low, elements = written->high - low + 1;
  RankedTensorType type = ComputeOp(producer.nest.op).getType();
  if (elements * getElementBytes(type) > mostBytes)
    return std::nullopt;
  output = toScratch(output, *writes, low);
  for (unsigned operand : operands) {
    NestOperand &read = consumer.nest.operands[operand];
    read.access = toScratch(read.access, *reads, low);
    read.type = RankedTensorType::get({elements}, type.getElementType());
  }
  return elements;
}
