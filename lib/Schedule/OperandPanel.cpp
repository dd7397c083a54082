//===- OperandPanel.cpp - Operands packed in a kernel ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/OperandPanel.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Limit on a panel, which is on the stack of a thread.
constexpr int64_t mostStackBytes = 768 * 1024;

int64_t OperandPanel::rows() const {
  int64_t rows = 1;
  for (const Walk &walk : walks)
    rows *= walk.extent;
  return rows;
}

namespace {
class PanelLayout {
public:
  PanelLayout(const LoopNest &nest, const Schedule &schedule, unsigned operand,
              std::string &reason)
      : nest(nest), schedule(schedule), operand(nest.operands[operand]),
        reason(reason) {
    panel.operand = operand;
  }

  std::optional<OperandPanel> lay() {
    if (!checkOperand() || !findLanes() || !findLevel())
      return std::nullopt;
    findWalks();
    if (panel.elements() * getElementBytes(operand.type) > mostStackBytes)
      return refuse("its panel would have more than 768 KiB"), std::nullopt;
    return panel;
  }

private:
  bool checkOperand();
  bool findLanes();
  bool findLevel();
  void findWalks();
  bool refuse(StringRef text) {
    reason = text.str();
    return false;
  }

  const LoopNest &nest;
  const Schedule &schedule;
  const NestOperand &operand;
  std::string &reason;
  OperandPanel panel;
};
} // namespace

bool PanelLayout::checkOperand() {
  Type element = operand.type.getElementType();
  if (nest.hasBatch())
    return refuse("the nest runs over a batch of any size");
  if (!operand.guard.empty() || operand.access.irregular.any() ||
      !operand.access.constant())
    return refuse("it is read under a guard, or not evenly");
  if (!element.isIntOrFloat() || (element.getIntOrFloatBitWidth() != 32 &&
                                  element.getIntOrFloatBitWidth() != 64))
    return refuse("its elements have neither 32 nor 64 bits");
  if (llvm::any_of(operand.access.coefficients,
                   [](int64_t stride) { return stride < 0; }))
    return refuse("a loop walks it backwards");
  return true;
}

bool PanelLayout::findLanes() {
  if (schedule.vector.size() != 1 || schedule.reducesLanes(nest) ||
      schedule.lanes() < 4)
    return refuse("the lanes are not four or more steps of one loop of the "
                  "result");
  unsigned loop = schedule.vector.front().loop;
  panel.laneLoop = loop;
  panel.laneStride = operand.access.coefficients[loop];
  panel.width = schedule.step(loop);
  if (panel.laneStride == 0)
    return refuse("its access does not depend on the lanes");
  for (unsigned other = 0; other < nest.loops.size(); ++other)
    if (other != loop && schedule.tile[other] > 1 &&
        operand.access.coefficients[other] != 0)
      return refuse("a tile has more of it than its lanes");
  return true;
}

/// The panel is packed inside the innermost loop that the operand depends on.
bool PanelLayout::findLevel() {
  for (auto [level, loop] : llvm::enumerate(schedule.order))
    if (operand.access.coefficients[loop] != 0)
      panel.level = level + 1;
  if (schedule.parallelLoops > panel.level)
    return refuse("threads share a loop inside which it stays");
  return true;
}

void PanelLayout::findWalks() {
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t stride = operand.access.coefficients[loop];
    if (info.isReduction && stride != 0)
      panel.walks.push_back(
          {unsigned(loop),
           schedule.blockedLoop == loop ? schedule.block : info.extent, stride,
           1});
  }
  llvm::sort(panel.walks, [](const auto &a, const auto &b) {
    return std::make_pair(-a.stride, a.loop) <
           std::make_pair(-b.stride, b.loop);
  });
  int64_t rows = 1;
  for (OperandPanel::Walk &walk : llvm::reverse(panel.walks)) {
    walk.rows = rows;
    rows *= walk.extent;
  }
  if (panel.copiesRows())
    return;
  for (const OperandPanel::Walk &walk : llvm::reverse(panel.walks)) {
    if (walk.stride != panel.run)
      break;
    panel.run *= walk.extent;
    ++panel.runWalks;
  }
}

std::optional<OperandPanel> neo::planPanel(const LoopNest &nest,
                                           const Schedule &schedule,
                                           unsigned operand,
                                           std::string &reason) {
  return PanelLayout(nest, schedule, operand, reason).lay();
}

double neo::costOfPanels(const LoopNest &nest, const Schedule &schedule) {
  // Cost of transposing a square of as many rows as lanes, and of copying a
  // row.
  constexpr double squareCycles = 48, rowCycles = 4;
  // A panel of this size and its source leave too little of L2 for prefetching
  // the next one.
  constexpr double nearBytes = 128 * 1024, awayCycles = 5;
  double cycles = 0, lanes = schedule.lanes();
  for (unsigned operand : schedule.packed) {
    std::string reason;
    std::optional<OperandPanel> panel =
        planPanel(nest, schedule, operand, reason);
    if (!panel)
      continue;
    double fills = 1;
    for (unsigned loop : ArrayRef(schedule.order).take_front(panel->level)) {
      bool blocked = schedule.blockedLoop == loop;
      fills *= llvm::divideCeil(nest.loops[loop].extent,
                                blocked ? schedule.block : schedule.step(loop));
    }
    if (schedule.blockedLoop && !schedule.blocksInside())
      fills *= double(nest.loops[*schedule.blockedLoop].extent) /
               double(schedule.block);
    double vectors = double(panel->width) / lanes;
    double bytes = double(panel->elements()) *
                   getElementBytes(nest.operands[operand].type);
    double away = bytes > nearBytes ? awayCycles : 0;
    double squares = double(panel->rows()) / double(panel->run) *
                     std::ceil(double(panel->run) / lanes);
    cycles += fills * vectors *
              (double(panel->rows()) * away +
               (panel->copiesRows() ? double(panel->rows()) * rowCycles
                                    : squares * squareCycles));
  }
  return cycles;
}
