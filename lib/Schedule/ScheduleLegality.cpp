//===- ScheduleLegality.cpp - Legality of schedules -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/AMXProduct.h"
#include "Neo/Schedule/OperandPanel.h"
#include "Neo/Schedule/ResultPanel.h"
#include "Neo/Schedule/ScheduleText.h"

#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/Positions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Limits on vectors of a tile and on products in its code: larger ones gain
/// nothing and take minutes to compile.
constexpr int64_t mostVectors = 256, mostProducts = 4096;
constexpr int64_t mostLanes = 64;

namespace {
class LegalityCheck {
public:
  LegalityCheck(const LoopNest &nest, const Schedule &schedule)
      : nest(nest), schedule(schedule) {
    ComputeOp op = nest.op;
    findsPosition = neo::findsPosition(op.getKind());
  }

  std::string run() {
    for (auto check :
         {&LegalityCheck::checkVector, &LegalityCheck::checkTile,
          &LegalityCheck::checkOrder, &LegalityCheck::checkUnrolled,
          &LegalityCheck::checkGroup, &LegalityCheck::checkBlock,
          &LegalityCheck::checkBlockInside, &LegalityCheck::checkPacked,
          &LegalityCheck::checkStaged, &LegalityCheck::checkMatrix}) {
      std::string error = (this->*check)();
      if (!error.empty())
        return error;
    }
    return "";
  }

private:
  std::string checkVector();
  std::string checkPart(const VectorPart &part);
  std::string checkTile();
  std::string checkOrder();
  std::string checkUnrolled();
  std::string checkGroup();
  std::string checkBlock();
  std::string checkBlockInside();
  std::string checkPacked();
  std::string checkStaged();
  std::string checkMatrix();
  std::string loop(unsigned index) const {
    return "loop '" + nest.loops[index].name + "'";
  }

  const LoopNest &nest;
  const Schedule &schedule;
  bool findsPosition;
};
} // namespace

std::string LegalityCheck::checkPart(const VectorPart &part) {
  const NestLoop &info = nest.loops[part.loop];
  if (info.isBatch)
    return loop(part.loop) + " runs over the batch and fills no lanes, which "
                             "are counted when the kernel is written";
  if (info.isReduction != nest.loops[schedule.vector[0].loop].isReduction)
    return "lanes are filled by loops of the result or by reduction loops, "
           "and " +
           loop(part.loop) + " is of the other kind";
  if (schedule.vector.size() == 1 ||
      info.extent % schedule.step(part.loop) == 0)
    return "";
  // The first loop may have a remainder, the last may leave holes.
  bool isFirst = part.loop == schedule.vector.front().loop;
  bool isLast = part.loop == schedule.vector.back().loop;
  if (!info.isReduction && (isFirst || (isLast && info.extent < part.lanes)))
    return "";
  return loop(part.loop) + ", of " + std::to_string(info.extent) +
         " steps, shares the lanes with another and so needs a multiple of " +
         std::to_string(schedule.step(part.loop)) +
         (isLast && !info.isReduction ? ", or fewer of them" : "");
}

std::string LegalityCheck::checkVector() {
  SmallVector<unsigned> seen;
  for (const VectorPart &part : schedule.vector) {
    if (llvm::is_contained(seen, part.loop))
      return loop(part.loop) + " fills lanes twice";
    seen.push_back(part.loop);
  }
  int64_t lanes = schedule.lanes();
  if (!llvm::isPowerOf2_64(lanes) || lanes > mostLanes)
    return "a vector has a power of two of lanes, at most 64, and not " +
           std::to_string(lanes);
  for (const VectorPart &part : schedule.vector)
    if (std::string error = checkPart(part); !error.empty())
      return error;
  return "";
}

std::string LegalityCheck::checkTile() {
  int64_t vectors = 1;
  for (auto [index, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction && schedule.tile[index] != 1)
      return loop(index) + " is a reduction: its steps are unrolled by "
                           "'unroll' and not by 'tile'";
    int64_t steps = llvm::divideCeil(std::max<int64_t>(info.extent, 1),
                                     schedule.lanesOf(index));
    if (schedule.tile[index] > steps)
      return "the tile has " + std::to_string(schedule.tile[index]) +
             " steps of " + loop(index) + ", which has " +
             std::to_string(steps);
    vectors *= schedule.tile[index];
    if (vectors > mostVectors)
      return "the tile has more than 256 vectors";
  }
  return "";
}

std::string LegalityCheck::checkOrder() {
  SmallVector<unsigned> outputs, order(schedule.order);
  for (auto [index, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      outputs.push_back(index);
  if (schedule.blocksInside() && nest.loops[*schedule.blockedLoop].isReduction)
    order.erase(llvm::find(order, *schedule.blockedLoop));
  llvm::sort(order);
  if (order != outputs)
    return "'order' names each loop of the result once, and no other";
  if (schedule.parallelLoops > outputs.size())
    return "'parallel' counts loops of 'order', of which there are " +
           std::to_string(outputs.size());
  return "";
}

std::string LegalityCheck::checkUnrolled() {
  int64_t products = schedule.vectors();
  SmallVector<unsigned> seen;
  for (unsigned index : schedule.unrolled) {
    const NestLoop &info = nest.loops[index];
    if (findsPosition)
      return loop(index) + " is not unrolled: steps of a loop that counts "
                           "positions are not";
    if (!info.isReduction || info.isBatch || schedule.lanesOf(index) > 1 ||
        llvm::is_contained(seen, index))
      return loop(index) + " is not unrolled: that is for reduction loops of "
                           "known extent that fill no lanes, each once";
    seen.push_back(index);
    products *= std::clamp<int64_t>(info.extent, 1, mostProducts + 1);
    if (products > mostProducts)
      return "more than 4096 products would be unrolled";
  }
  return "";
}

std::string LegalityCheck::checkGroup() {
  if (!schedule.groupedLoop)
    return "";
  unsigned index = *schedule.groupedLoop;
  const NestLoop &info = nest.loops[index];
  if (findsPosition)
    return loop(index) + " is not walked in groups: steps of a loop that "
                         "counts positions are not";
  if (!info.isReduction || info.isBatch || schedule.lanesOf(index) > 1 ||
      schedule.isUnrolled(index) || schedule.group > info.extent)
    return loop(index) + " is not walked in groups of " +
           std::to_string(schedule.group) +
           ": that is for reduction loops of known extent, no shorter, that "
           "fill no lanes and are not unrolled";
  int64_t products = schedule.group * schedule.vectors();
  for (unsigned unrolled : schedule.unrolled)
    products *= nest.loops[unrolled].extent;
  if (products > mostProducts)
    return "more than 4096 products would be unrolled";
  if (schedule.blockedLoop || !schedule.packed.empty())
    return loop(index) + " is not walked in groups: blocks of a reduction and "
                         "packed operands end elsewhere";
  if (schedule.vector.size() > 1)
    return loop(index) + " is not walked in groups: the lanes are those of two "
                         "loops";
  return "";
}

std::string LegalityCheck::checkBlock() {
  if (!schedule.blockedLoop)
    return "";
  unsigned index = *schedule.blockedLoop;
  const NestLoop &info = nest.loops[index];
  ComputeOp op = nest.op;
  Type type = op.getType().getElementType();
  if (!info.isReduction || info.isBatch || schedule.isUnrolled(index))
    return loop(index) + " is not walked in blocks: that is for reduction "
                         "loops of known extent that are not unrolled";
  if (findsPosition || isHalf(type))
    return "partial results of this kind do not wait in the result, so no loop "
           "is walked in blocks";
  if (schedule.block > info.extent)
    return "blocks of " + std::to_string(schedule.block) + " are longer than " +
           loop(index) + ", of " + std::to_string(info.extent) + " steps";
  int64_t lanes = schedule.lanesOf(index);
  if (lanes > 1 &&
      (info.extent % schedule.block != 0 || schedule.block % lanes != 0))
    return "blocks of " + std::to_string(schedule.block) + " do not divide " +
           loop(index) + ", of " + std::to_string(info.extent) +
           " steps, into whole vectors";
  return "";
}

/// The partial sums of tiles inside a block are on the stack of a thread.
std::string LegalityCheck::checkBlockInside() {
  constexpr int64_t mostSums = int64_t(64) << 10;
  if (!schedule.blocksInside())
    return "";
  ArrayRef<unsigned> order = schedule.order;
  size_t level = llvm::find(order, *schedule.blockedLoop) - order.begin();
  if (level < schedule.parallelLoops)
    return "threads share loops of the result, and 'order' has the blocks of " +
           loop(*schedule.blockedLoop) + " among them";
  if (nest.hasBatch())
    return "blocks inside other loops need sums of known extent, and the nest "
           "runs over a batch";
  int64_t sums = 1;
  for (auto [index, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      sums *= llvm::is_contained(order.drop_front(level), unsigned(index))
                  ? llvm::alignTo(info.extent, schedule.step(index))
                  : schedule.step(index);
  if (sums > mostSums)
    return "inside the blocks of " + loop(*schedule.blockedLoop) +
           " more than 65536 sums would wait";
  return "";
}

std::string LegalityCheck::checkPacked() {
  for (auto [i, operand] : llvm::enumerate(schedule.packed)) {
    std::string reason = "it is named twice";
    if (llvm::is_contained(ArrayRef(schedule.packed).take_front(i), operand) ||
        !planPanel(nest, schedule, operand, reason))
      return "operand " + std::to_string(operand) + " is not packed: " + reason;
  }
  return "";
}

std::string LegalityCheck::checkStaged() {
  std::string reason;
  if (!schedule.stagedLoop || planResultPanel(nest, schedule, reason))
    return "";
  return loop(*schedule.stagedLoop) + " is not staged: " + reason;
}

std::string LegalityCheck::checkMatrix() {
  std::string reason;
  if (!schedule.matrix || planAMXProduct(nest, schedule, reason))
    return "";
  return "tiles are not in tile registers: " + reason;
}

std::string neo::checkSchedule(const LoopNest &nest, const Schedule &schedule) {
  return LegalityCheck(nest, schedule).run();
}
