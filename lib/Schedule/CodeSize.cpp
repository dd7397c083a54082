//===- CodeSize.cpp - Instructions in the code of a tile ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/CodeSize.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/IndexWork.h"
#include "Neo/Schedule/TileSections.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Instructions that LLVM compiles in about a second.
constexpr int64_t mostCodeSize = 4000;
/// As many of bodies with functions in all sections of the loops: unrolling
/// them saves little. Cheaper ones gain by large tiles.
constexpr int64_t mostInSections = 4000;
/// A tile with at most so many copies of any code is short enough.
constexpr int64_t fewCopies = 16;

int64_t neo::countBodySize(ComputeOp op) {
  constexpr int64_t function = 20, roundToHalf = 6;
  int64_t length = 1;
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    if (isa<arith::ConstantOp, IndexOp>(inner))
      continue;
    Type type = inner.getResult(0).getType();
    length += isa<math::MathDialect>(inner.getDialect()) ? function : 1;
    length += isHalf(type) ? roundToHalf - 1 : 0;
  }
  return length;
}

/// Instructions for one lane of a vector that is loaded or stored lane by lane:
/// the access, and a move into the vector or out of it.
constexpr int64_t perLane = 2;
/// Where a guard decides for each, a bit of the mask that is moved and tested,
/// and a branch, too.
constexpr int64_t perMaskedLane = 7;

/// The number of instructions that load one vector. Placed lanes are counted
/// one by one here, and those with more than a few partial loads in IndexWork.
static int64_t lengthOfRead(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand) {
  AccessPlan plan(nest, schedule, operand);
  int64_t lanes = schedule.lanes();
  switch (plan.layout()) {
  case LaneAccess::broadcast:
  case LaneAccess::contiguous:
    return 1;
  case LaneAccess::strided:
    return perLane * plan.length();
  case LaneAccess::chunked:
    return perLane * lanes / plan.length();
  case LaneAccess::scattered:
    return plan.isGuarded() && countPartialLoads(nest, schedule, plan) == lanes
               ? perMaskedLane * lanes
               : perLane * lanes;
  }
  llvm_unreachable("every layout is one of these");
}

/// The number of instructions that store one vector of the result. Elements
/// that lie apart are stored as rows of a square that is transposed by a
/// shuffle in each of log2(lanes) rounds, or else extracted and stored one by
/// one.
static int64_t lengthOfStore(const LoopNest &nest, const Schedule &schedule) {
  if (schedule.stagedLoop || !isStridedInLanes(nest.output, schedule))
    return 1;
  ComputeOp op = nest.op;
  Type element = op.getType().getElementType();
  return canTransposeRegisters(element, schedule.lanes())
             ? 1 + llvm::Log2_64(schedule.lanes())
             : perLane * schedule.lanes();
}

/// A comparison and a conjunction each, and one select.
static int64_t lengthOf(ArrayRef<NestCondition> conditions) {
  return conditions.empty() ? 0 : 1 + 2 * int64_t(conditions.size());
}

/// How often code that depends on the loops of `depends` is repeated in a tile.
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

int64_t neo::countCodeSize(const LoopNest &nest, const Schedule &schedule) {
  ComputeOp op = nest.op;
  int64_t copies = countCopies(nest, schedule, [](unsigned) { return true; });
  int64_t length = copies * (countBodySize(op) + lengthOf(nest.where));
  length += lengthOfStore(nest, schedule) *
            countCopies(nest, schedule, [&](unsigned loop) {
              return !nest.loops[loop].isReduction;
            });
  for (const NestOperand &operand : nest.operands)
    length +=
        (lengthOfRead(nest, schedule, operand) + lengthOf(operand.guard)) *
        countCopies(nest, schedule,
                    [&](unsigned loop) { return operand.dependsOn(loop); });
  return length;
}

bool neo::exceedsCodeSize(int64_t instructions) {
  return instructions > mostCodeSize;
}

static bool hasFunction(ComputeOp op) {
  return llvm::any_of(*op.getBodyBlock(), [](Operation &inner) {
    return isa<math::MathDialect>(inner.getDialect());
  });
}

/// The number of tiles that have code of their own.
static int64_t countSections(const LoopNest &nest, const Schedule &schedule) {
  int64_t sections = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      sections *= int64_t(sectionsOf(nest, schedule, loop).size());
  return sections;
}

bool neo::exceedsCodeSize(const LoopNest &nest, const Schedule &schedule) {
  int64_t copies = countCopies(nest, schedule, [](unsigned) { return true; });
  if (copies <= fewCopies)
    return false;
  if (exceedsCodeSize(countCodeSize(nest, schedule)))
    return true;
  return hasFunction(nest.op) &&
         copies * countBodySize(nest.op) * countSections(nest, schedule) >
             mostInSections;
}
