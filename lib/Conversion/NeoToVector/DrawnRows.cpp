//===- DrawnRows.cpp - Random row schedules -------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DrawnRows.h"

#include "RowPlan.h"

#include <random>

using namespace mlir;
using namespace neo;

std::optional<RowSchedule>
neo::drawRowSchedule(KernelOp op, const TargetModel &target, uint64_t seed) {
  std::string reason;
  FailureOr<RowPlan> usual = RowPlan::get(op, target, reason);
  if (failed(usual))
    return std::nullopt;
  RowSchedule own = usual->schedule();
  std::mt19937_64 random(seed);
  auto draw = [&](int64_t below) { return int64_t(random() % below); };
  constexpr unsigned tries = 256;
  for (unsigned i = 0; i < tries; ++i) {
    RowSchedule drawn;
    drawn.rows = int64_t(1) << draw(4);
    drawn.vectors = int64_t(1) << draw(4);
    drawn.stages = draw(2) ? usual->possibleStages() : 1;
    drawn.prefetch = RowSchedule::Prefetch(draw(3));
    if (own.chunk)
      drawn.chunk = int64_t(8) << draw(6);
    if (succeeded(RowPlan::get(op, target, reason, drawn)))
      return drawn;
  }
  return own;
}
