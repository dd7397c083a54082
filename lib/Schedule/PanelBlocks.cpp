//===- PanelBlocks.cpp - Blocking along packed panels ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PanelBlocks.h"

#include "BlockSizes.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/ScheduleText.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Bytes of the part of a panel in a block: small enough to be reused from L2,
/// large enough for few partial sums.
constexpr int64_t leastPanelBytes = 8 * 1024, mostPanelBytes = 128 * 1024;
/// Bytes that stay in L1 beside a sliding window.
constexpr int64_t nearBytes = 24 * 1024;
/// Least number of parallel steps, for load balance.
constexpr int64_t leastPanelShared = 8;

/// The loops of the result that `operand` depends on.
static SmallVector<unsigned> loopsOf(const LoopNest &nest,
                                     const NestOperand &operand) {
  SmallVector<unsigned> loops;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction && operand.access.dependsOn(loop))
      loops.push_back(loop);
  return loops;
}

static bool isOnlyReader(const LoopNest &nest, const NestOperand &operand,
                         unsigned loop) {
  return llvm::all_of(nest.operands, [&](const NestOperand &other) {
    return &other == &operand || !other.dependsOn(loop);
  });
}

/// Are the strides of all reduction loops in `operand` multiples of a row of
/// `inner`, inside one panel of `outer`?
static bool isIndexedByRows(const LoopNest &nest, const NestOperand &operand,
                            const PanelLoops &panel) {
  ArrayRef<int64_t> steps = operand.access.coefficients;
  int64_t row = nest.loops[panel.inner].extent, length = row;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction || !operand.access.dependsOn(loop))
      continue;
    if (steps[loop] <= 0 || steps[loop] % row != 0)
      return false;
    length += steps[loop] * (info.extent - 1);
  }
  return length > row && length <= steps[panel.outer];
}

SmallVector<PanelLoops> neo::findPanels(const LoopNest &nest) {
  SmallVector<PanelLoops> panels;
  for (const NestOperand &operand : nest.operands) {
    SmallVector<unsigned> loops = loopsOf(nest, operand);
    if (loops.size() != 2 || operand.access.irregular.any())
      continue;
    if (operand.access.coefficients[loops[0]] == 1)
      std::swap(loops[0], loops[1]);
    PanelLoops panel{loops[0], loops[1]};
    if (operand.access.coefficients[panel.inner] == 1 &&
        isOnlyReader(nest, operand, panel.outer) &&
        isOnlyReader(nest, operand, panel.inner) &&
        isIndexedByRows(nest, operand, panel))
      panels.push_back(panel);
  }
  return panels;
}

bool neo::staysInPanels(ArrayRef<PanelLoops> panels, const Schedule &schedule) {
  return llvm::all_of(panels, [&](const PanelLoops &panel) {
    return schedule.lanesOf(panel.inner) == 1 ||
           schedule.tile[panel.outer] == 1;
  });
}

/// Does a tile cover the whole contiguous loop of `operand`, and one step of
/// every other loop of the result that it depends on?
static bool coversPanelRows(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand) {
  bool isWhole = false, isMoved = false;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction || !operand.access.dependsOn(loop))
      continue;
    bool isInner = operand.access.coefficients[loop] == 1;
    if (schedule.step(loop) != (isInner ? info.extent : 1))
      return false;
    (isInner ? isWhole : isMoved) = true;
  }
  return isWhole && isMoved;
}

/// Bytes of a panel, and how many tiles read it.
static std::pair<int64_t, int64_t> measure(const LoopNest &nest,
                                           const Schedule &schedule,
                                           const NestOperand &operand) {
  int64_t bytes = getElementBytes(operand.type), walks = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!operand.access.dependsOn(loop))
      walks *= info.isReduction
                   ? 1
                   : llvm::divideCeil(info.extent, schedule.step(loop));
    else if (info.isReduction || operand.access.coefficients[loop] == 1)
      bytes *= info.extent;
  return {bytes, walks};
}

/// Has another operand a sliding window, on whose taps `operand` depends? There
/// are fewer taps than positions, and adjacent positions share elements.
static bool streamsPastWindow(const LoopNest &nest,
                              const NestOperand &operand) {
  auto slides = [&](const NestOperand &other, unsigned tap, unsigned place) {
    int64_t step = std::abs(other.access.coefficients[place]);
    int64_t apart = std::abs(other.access.coefficients[tap]);
    int64_t taps = nest.loops[tap].extent;
    return nest.loops[tap].isReduction && !nest.loops[place].isReduction &&
           taps < nest.loops[place].extent && step > 0 && apart > 0 &&
           step % apart == 0 && step / apart < taps && operand.dependsOn(tap) &&
           !operand.dependsOn(place);
  };
  auto loops = llvm::seq<unsigned>(0, nest.loops.size());
  return llvm::any_of(nest.operands, [&](const NestOperand &other) {
    return llvm::any_of(loops, [&](unsigned tap) {
      return llvm::any_of(
          loops, [&](unsigned place) { return slides(other, tap, place); });
    });
  });
}

/// Bytes of `operand` that a tile reads sequentially in whole rows of vectors
/// beside a sliding window; 0 for any other access.
static int64_t bytesBesideWindow(const LoopNest &nest, const Schedule &schedule,
                                 const NestOperand &operand) {
  ArrayRef<int64_t> steps = operand.access.coefficients;
  if (schedule.vector.size() != 1 || operand.access.irregular.any())
    return 0;
  unsigned lanes = schedule.vector.front().loop;
  if (nest.loops[lanes].isReduction || steps[lanes] != 1)
    return 0;
  int64_t row = schedule.step(lanes);
  int64_t bytes = row * getElementBytes(operand.type);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction || info.extent == 1)
      continue;
    if (steps[loop] < row)
      return 0;
    bytes *= info.extent;
  }
  return streamsPastWindow(nest, operand) ? bytes : 0;
}

double neo::costOfEvictedWindows(const LoopNest &nest,
                                 const Schedule &schedule) {
  constexpr double cyclesPerLine = 0.25;
  if (schedule.blocksInside())
    return 0;
  double cycles = 0;
  for (const NestOperand &operand : nest.operands) {
    int64_t bytes = bytesBesideWindow(nest, schedule, operand);
    if (bytes <= nearBytes)
      continue;
    double lines = double(bytes) / cacheLineBytes;
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction)
        lines *= double(llvm::divideCeil(info.extent, schedule.step(loop)));
    cycles += cyclesPerLine * lines;
  }
  return cycles;
}

/// `schedule` with the loop order that reuses a panel, and the blocks of
/// `reduction` at the level of reuse.
static Schedule orderAround(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand, unsigned reduction) {
  Schedule ordered = schedule;
  ordered.blockedLoop = reduction;
  for (bool moves : {true, false}) {
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction && operand.access.dependsOn(loop) == moves)
        ordered.order.push_back(loop);
    if (moves) {
      ordered.parallelLoops = ordered.order.size();
      ordered.order.push_back(reduction);
    }
  }
  return ordered;
}

std::vector<Schedule> neo::listPanelBlocks(const LoopNest &nest,
                                           const Schedule &schedule) {
  std::vector<Schedule> variants;
  if (schedule.vector.size() != 1 || schedule.reducesLanes(nest))
    return variants;
  for (const NestOperand &operand : nest.operands) {
    if (!coversPanelRows(nest, schedule, operand))
      continue;
    auto [bytes, walks] = measure(nest, schedule, operand);
    bool slides = bytesBesideWindow(nest, schedule, operand) > 0;
    if (bytes <= (slides ? nearBytes : mostPanelBytes) || walks < 2)
      continue;
    for (auto [loop, info] : llvm::enumerate(nest.loops)) {
      if (!info.isReduction || !operand.access.dependsOn(loop) ||
          schedule.isUnrolled(loop))
        continue;
      Schedule blocked = orderAround(nest, schedule, operand, loop);
      int64_t shared = 1;
      for (unsigned outer :
           ArrayRef(blocked.order).take_front(blocked.parallelLoops))
        shared *=
            llvm::divideCeil(nest.loops[outer].extent, schedule.step(outer));
      for (int64_t block : listBlocks(info.extent, /*lanes=*/1)) {
        int64_t part = bytes / info.extent * block;
        blocked.block = block;
        if (shared >= leastPanelShared && part >= leastPanelBytes &&
            part <= mostPanelBytes && checkSchedule(nest, blocked).empty())
          variants.push_back(blocked);
      }
    }
  }
  return variants;
}
