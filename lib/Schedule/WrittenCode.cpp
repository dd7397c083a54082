//===- WrittenCode.cpp - How long the code of a tile is -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WrittenCode.h"

#include "Neo/Schedule/AccessPlan.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

/// About a second of LLVM's time.
constexpr int64_t mostWrittenCode = 4000;
/// A tile that repeats nothing more often is short, whatever it computes.
constexpr int64_t fewCopies = 16;

/// Instructions of the body for one vector.
static int64_t lengthOfBody(ComputeOp op) {
  constexpr int64_t function = 20, roundToHalf = 6;
  int64_t length = 1;
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    if (isa<arith::ConstantOp, IndexOp>(inner))
      continue;
    Type type = inner.getResult(0).getType();
    length += isa<math::MathDialect>(inner.getDialect()) ? function : 1;
    length += type.isF16() || type.isBF16() ? roundToHalf - 1 : 0;
  }
  return length;
}

/// Instructions that read one vector in pieces. Lanes at known places are
/// counted one by one here, and where they are read in more parts than a few,
/// in IndexWork.
static int64_t lengthOfRead(const AccessPlan &plan, int64_t lanes) {
  constexpr int64_t apiece = 2; // a load, and its place in the vector
  switch (plan.layout()) {
  case LaneAccess::broadcast:
  case LaneAccess::contiguous:
    return 1;
  case LaneAccess::strided:
    return apiece * plan.length();
  case LaneAccess::chunked:
    return apiece * lanes / plan.length();
  case LaneAccess::scattered:
    return apiece * lanes;
  }
  llvm_unreachable("every layout is one of these");
}

/// A comparison and a conjunction each, and one selection.
static int64_t lengthOf(ArrayRef<NestCondition> conditions) {
  return conditions.empty() ? 0 : 1 + 2 * int64_t(conditions.size());
}

/// How often the code of a tile has what depends on the loops of `depends`.
static int64_t countCopies(const LoopNest &nest, const Schedule &schedule,
                           llvm::function_ref<bool(unsigned)> depends) {
  int64_t copies = schedule.groupedLoop ? schedule.group : 1;
  for (auto [loop, steps] : llvm::enumerate(schedule.tile))
    if (depends(loop))
      copies *= steps;
  for (unsigned loop : schedule.unrolled)
    if (depends(loop))
      copies *= nest.loops[loop].extent;
  return copies;
}

int64_t neo::countWrittenCode(const LoopNest &nest, const Schedule &schedule) {
  ComputeOp op = nest.op;
  int64_t copies = countCopies(nest, schedule, [](unsigned) { return true; });
  int64_t length = copies * (lengthOfBody(op) + lengthOf(nest.where));
  for (const NestOperand &operand : nest.operands)
    length +=
        (lengthOfRead(AccessPlan(nest, schedule, operand), schedule.lanes()) +
         lengthOf(operand.guard)) *
        countCopies(nest, schedule,
                    [&](unsigned loop) { return operand.dependsOn(loop); });
  return length;
}

bool neo::exceedsWrittenCode(const LoopNest &nest, const Schedule &schedule) {
  int64_t copies = countCopies(nest, schedule, [](unsigned) { return true; });
  return copies > fewCopies &&
         countWrittenCode(nest, schedule) > mostWrittenCode;
}
