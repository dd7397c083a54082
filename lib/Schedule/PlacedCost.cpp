//===- PlacedCost.cpp - Cost of placed lanes ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlacedCost.h"

#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/SharedShifts.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace neo;

namespace {
class PlacedReads {
public:
  PlacedReads(const LoopNest &nest, const Schedule &schedule,
              const NestOperand &operand)
      : nest(nest), schedule(schedule), operand(operand), form(operand.access),
        plan(nest, schedule, operand) {}

  std::optional<double> cost();

private:
  /// Unrolled steps of `loop` in a tile.
  int64_t steps(unsigned loop) const {
    return schedule.isUnrolled(loop) ? nest.loops[loop].extent
                                     : schedule.tile[loop];
  }
  bool isCosted() const;
  bool readDivided(unsigned loop, SmallVector<int64_t> &values);
  bool readAt(ArrayRef<int64_t> values);
  double costOfShifts(ArrayRef<int64_t> places) const;
  double costOfLines(const SharedShifts &shared) const;
  void repeat(unsigned loop);

  const LoopNest &nest;
  const Schedule &schedule;
  const NestOperand &operand;
  const LinearForm &form;
  AccessPlan plan;
  /// Distinct beginnings of windows, and costs besides their loads.
  llvm::DenseSet<int64_t> starts;
  double others = 0, loads = 0;
};
} // namespace

/// Cost of L1 misses for one vector: a line of each row, or, where rows are
/// shared, of each new row; or a prefetch instruction for the last row. Where
/// vectors are extracted from lines, less of it is hidden.
double PlacedReads::costOfLines(const SharedShifts &shared) const {
  bool cuts = cutsLines(nest, schedule, operand);
  double costOfLine = cuts ? 1 : 0.5;
  if (!shared.slides && findRowLoop(nest, schedule))
    return cuts ? 0.5 : 1;
  std::optional<unsigned> joined = findJoinedRows(nest, schedule, operand);
  double together = joined ? double(schedule.tile[*joined]) : 1;
  return costOfLine * (together + double(shared.rows.size()) - 1) / together;
}

/// Masked loads, or loads of lines and a permutation; for shared columns, plus
/// a select each.
double PlacedReads::costOfShifts(ArrayRef<int64_t> places) const {
  auto shared = shareShifts(nest, schedule, operand, places);
  if (!shared)
    return costOfShift * double(shiftsOf(places).size());
  constexpr double costOfSelection = 0.5, costOfLoad = 0.5, costOfCut = 1;
  double loads = shared->loads();
  double columns =
      cutsLines(nest, schedule, operand)
          ? costOfLoad * loads + costOfCut * loads / double(shared->rows.size())
          : costOfShift * loads;
  return columns + costOfSelection * double(shared->columns - 1) +
         costOfLines(*shared);
}

/// Adds the cost of the step at which known loops have `values`.
bool PlacedReads::readAt(ArrayRef<int64_t> values) {
  VectorRead read = plan.at({SmallVector<int64_t>(values), schedule.lanes()});
  if (read.kind == ReadKind::pad)
    return true;
  if (read.places.empty())
    return false;
  // A window with one lane becomes a scalar load.
  bool areApart =
      read.kind == ReadKind::windows &&
      chooseReadKind(read.places, schedule.lanes()) == ReadKind::shifts;
  if (read.kind == ReadKind::shifts || areApart) {
    others += costOfShifts(read.places);
    return true;
  }
  int64_t from = 0;
  for (unsigned loop : form.irregular.set_bits())
    if (schedule.lanesOf(loop) == 1)
      from += form.coefficients[loop] * values[loop];
  SmallVector<LaneWindow> windows = findWindows(read.places, schedule.lanes());
  loads += double(windows.size());
  for (const LaneWindow &window : windows)
    starts.insert(from + window.start);
  if (read.kind == ReadKind::windows)
    others += costOfPermutations(windows.size());
  return true;
}

/// Enumerates all steps of the loops from `loop` on that the index divides.
bool PlacedReads::readDivided(unsigned loop, SmallVector<int64_t> &values) {
  while (loop < nest.loops.size() && !form.irregular[loop])
    ++loop;
  if (loop == nest.loops.size())
    return readAt(values);
  for (int64_t step = 0; step < steps(loop); ++step) {
    values[loop] = step * schedule.lanesOf(loop);
    if (!readDivided(loop + 1, values))
      return false;
  }
  values[loop] = 0;
  return true;
}

/// Repeats the cost for every step of a loop in which the index is linear.
void PlacedReads::repeat(unsigned loop) {
  int64_t pitch = form.coefficients[loop] * schedule.lanesOf(loop);
  if (!operand.dependsOn(loop) || steps(loop) == 1)
    return;
  others *= double(steps(loop));
  loads *= double(steps(loop));
  llvm::DenseSet<int64_t> next;
  for (int64_t start : starts)
    for (int64_t step = 0; step < steps(loop); ++step)
      next.insert(start + step * pitch);
  starts = std::move(next);
}

/// Are lanes placed, neither contiguous nor regular?
bool PlacedReads::isCosted() const {
  return plan.isDividedInPlace() ||
         (plan.kind() == ReadKind::placed && !plan.isGuarded() &&
          form.irregular.none() && !form.perItem);
}

std::optional<double> PlacedReads::cost() {
  SmallVector<int64_t> values(nest.loops.size(), 0);
  if (!isCosted() || !readDivided(0, values))
    return std::nullopt;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (!form.irregular[loop])
      repeat(loop);
  return others + (schedule.stepsApart ? loads : double(starts.size()));
}

std::optional<double> neo::costOfPlaced(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand) {
  return PlacedReads(nest, schedule, operand).cost();
}
