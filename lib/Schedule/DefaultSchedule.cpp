//===- DefaultSchedule.cpp - The best schedule by prediction --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cost of every choice of lanes and unrolled output loops is predicted
// (ScheduleCost.h). The best are tried with and without blocking of a
// reduction, in the loop order with the least traffic (TrafficModel.h); the
// least total cost wins.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Schedule/AMXProduct.h"
#include "Neo/Schedule/LanePieces.h"
#include "Neo/Schedule/OperandPanel.h"
#include "Neo/Schedule/PlacedLanes.h"
#include "Neo/Schedule/PrefetchPlan.h"
#include "Neo/Schedule/ResultPanel.h"
#include "Neo/Schedule/ScheduleText.h"
#include "Neo/Schedule/StepGroups.h"
#include "Neo/Schedule/TrafficModel.h"

#include "BlockSizes.h"
#include "Candidates.h"
#include "FullUnroll.h"
#include "Neo/Schedule/CodeSize.h"
#include "Neo/Schedule/IndexWork.h"
#include "PackedVariants.h"
#include "PanelBlocks.h"
#include "RememberedSchedules.h"
#include "ScheduleCost.h"
#include "StreamBandwidth.h"

#include "llvm/Support/MathExtras.h"

#include <limits>
#include <random>

using namespace mlir;
using namespace neo;

static PassStatistic costed("neo-schedule", "candidates costed");
static PassStatistic tooLong("neo-schedule",
                             "candidates whose code is too long");
static PassStatistic ordered("neo-schedule", "candidates ordered and blocked");
static PassStatistic chosen("neo-schedule", "schedules chosen");
static PassStatistic recalled("neo-schedule",
                              "schedules that were chosen before");

namespace {
class ScheduleChooser {
public:
  ScheduleChooser(const LoopNest &nest, const TargetModel &target,
                  bool stagesResult, bool selects)
      : nest(nest), target(target), stagesResult(stagesResult),
        cost(nest, target), candidates(selects), written(nest),
        panels(findPanels(nest)) {}

  Schedule choose();
  Schedule draw(std::mt19937_64 &random);
  double predictedCycles() const { return bestTime; }

private:
  struct Unrolling {
    unsigned loop;
    int64_t size;
    bool divides;
  };

  void listCandidates();
  void tryVector(SmallVector<VectorPart> vector);
  void tryPacked(const Schedule &schedule);
  void tryTiles(Schedule schedule);
  void trySecond(Schedule schedule, const Unrolling &first,
                 ArrayRef<Unrolling> all);
  void tryThird(Schedule schedule, ArrayRef<Unrolling> all);
  bool isWholeLoop(const Unrolling &unrolling) const;
  SmallVector<Unrolling> listUnrollings(const Schedule &schedule) const;
  void add(const Schedule &schedule) {
    if (exceedsIndexWork(nest, schedule) || exceedsCodeSize(nest, schedule)) {
      ++tooLong;
      return;
    }
    ++costed;
    double enough = candidates.enough(schedule);
    candidates.add(cost.computation(schedule, enough - panelCycles) +
                       panelCycles,
                   schedule);
  }
  void consider(const Schedule &schedule);
  void considerUnrolled(Schedule schedule, ArrayRef<unsigned> loops);
  Schedule pickWithOrder();
  std::vector<Schedule> blockings(const Schedule &schedule) const;

  const LoopNest &nest;
  const TargetModel &target;
  bool stagesResult;
  ScheduleCost cost;
  Candidates candidates;
  /// Cycles of packing for the schedule that is considered.
  double panelCycles = 0;
  FullUnroll written;
  SmallVector<PanelLoops> panels;
  double bestTime = std::numeric_limits<double>::infinity();
};
} // namespace

/// Largest trip counts for a full unroll: of a reduction, and of a loop that
/// indices divide, whose value is then known.
constexpr int64_t mostSteps = 11, mostKnown = 32;

void ScheduleChooser::considerUnrolled(Schedule schedule,
                                       ArrayRef<unsigned> loops) {
  loops = written.fitting(schedule, loops);
  if (loops.empty())
    return;
  schedule.unrolled.assign(loops.begin(), loops.end());
  // Elements that unrolled steps share stay in registers, if enough are free.
  bool crowded = cost.isCrowded(schedule);
  if (!crowded)
    add(schedule);
  // Else unrolling pays only for terms that it omits.
  if (llvm::none_of(
          loops,
          [&](unsigned loop) { return written.leavesOut(schedule, loop); }) ||
      (!crowded && cost.spills(schedule) == 0))
    return;
  schedule.stepsApart = true;
  add(schedule);
}

void ScheduleChooser::consider(const Schedule &schedule) {
  if (!cost.fitsRegisters(schedule) || !fitsPanels(nest, schedule) ||
      !staysInPanels(panels, schedule))
    return;
  add(schedule);
  if (cost.isArgReduction())
    return;
  for (const Schedule &grouped : groupSteps(nest, schedule, target))
    add(grouped);
  SmallVector<unsigned> all, some;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction || info.isBatch || info.extent < 2 ||
        info.extent > (isDivided(nest, loop) ? mostKnown : mostSteps) ||
        schedule.lanesOf(loop) > 1)
      continue;
    all.push_back(loop);
    if (written.leavesOut(schedule, loop))
      some.push_back(loop);
  }
  considerUnrolled(schedule, some);
  if (all.size() != some.size())
    considerUnrolled(schedule, all);
}

/// The unroll factors of one output loop of `schedule`.
SmallVector<ScheduleChooser::Unrolling>
ScheduleChooser::listUnrollings(const Schedule &schedule) const {
  constexpr int64_t sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16};
  SmallVector<Unrolling> all;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction)
      continue;
    int64_t steps = llvm::divideCeil(info.extent, schedule.lanesOf(loop));
    bool outerLane = schedule.vector.size() > 1 && schedule.lanesOf(loop) > 1;
    for (int64_t size : sizes)
      if (size <= steps && (!outerLane || steps % size == 0))
        all.push_back(
            {unsigned(loop), size, !info.isBatch && steps % size == 0});
    bool isListed = llvm::is_contained(sizes, steps);
    if (!isListed && steps > 1 && steps <= mostKnown && isDivided(nest, loop) &&
        !info.isBatch)
      all.push_back({unsigned(loop), steps, true});
  }
  return all;
}

/// Unrolls a third loop where the first two are short and fully unrolled: the
/// taps of a weight gradient, and some vectors or channels.
void ScheduleChooser::tryThird(Schedule schedule, ArrayRef<Unrolling> all) {
  for (const Unrolling &third : all) {
    if (schedule.tile[third.loop] > 1 || !third.divides || third.size > 4 ||
        (schedule.stagedLoop && schedule.lanesOf(third.loop) == 1))
      continue;
    schedule.tile[third.loop] = third.size;
    consider(schedule);
    schedule.tile[third.loop] = 1;
  }
}

/// Is `unrolling` a full unroll of a short loop?
bool ScheduleChooser::isWholeLoop(const Unrolling &unrolling) const {
  constexpr int64_t longest = 5;
  return unrolling.size <= longest &&
         nest.loops[unrolling.loop].extent == unrolling.size;
}

/// Unrolls a loop besides `first`. The factor must divide, so that only one
/// loop has a remainder.
void ScheduleChooser::trySecond(Schedule schedule, const Unrolling &first,
                                ArrayRef<Unrolling> all) {
  for (const Unrolling &second : all) {
    bool residues = isWholeLoop(first) && isWholeLoop(second);
    bool isTried = nest.hasReduction() || residues ||
                   isDivided(nest, first.loop) || isDivided(nest, second.loop);
    if (!isTried || second.loop == first.loop || !second.divides)
      continue;
    schedule.tile[second.loop] = second.size;
    consider(schedule);
    // With staged write-back, the taps of one row are enough.
    bool isRow = schedule.stagedLoop && first.divides && isWholeLoop(second);
    if (nest.hasReduction() && first.loop < second.loop && (residues || isRow))
      tryThird(schedule, all);
    schedule.tile[second.loop] = 1;
  }
}

/// Unrolls up to two output loops besides the vectors of the lane loop.
void ScheduleChooser::tryTiles(Schedule schedule) {
  consider(schedule);
  SmallVector<Unrolling> all = listUnrollings(schedule);
  for (const Unrolling &first : all) {
    schedule.tile[first.loop] = first.size;
    consider(schedule);
    trySecond(schedule, first, all);
    schedule.tile[first.loop] = 1;
  }
}

void ScheduleChooser::tryVector(SmallVector<VectorPart> vector) {
  Schedule schedule;
  schedule.vector = std::move(vector);
  schedule.tile.assign(nest.loops.size(), 1);
  tryTiles(schedule);
  tryPacked(schedule);
  llvm::for_each(listAMXTiles(nest, schedule, target),
                 [&](const Schedule &tiled) { add(tiled); });
}

/// The same lanes, with an operand that is strided along them packed in panels.
void ScheduleChooser::tryPacked(const Schedule &unpacked) {
  if (!nest.hasReduction() || cost.isArgReduction())
    return;
  for (unsigned operand = 0; operand < nest.operands.size(); ++operand) {
    std::optional<Schedule> schedule = packOperand(nest, unpacked, operand);
    // A panel that is read once saves nothing.
    if (!schedule || isReadSeldom(nest, nest.operands[operand].type))
      continue;
    panelCycles = costOfPanels(nest, *schedule);
    tryTiles(*schedule);
    if (stagesResult)
      if (std::optional<Schedule> staged = stageResult(nest, *schedule))
        tryTiles(*staged);
    panelCycles = 0;
  }
}

/// `schedule` and its variants with one blocked reduction loop.
std::vector<Schedule>
ScheduleChooser::blockings(const Schedule &schedule) const {
  if (!schedule.packed.empty())
    return listPackedVariants(nest, schedule);
  std::vector<Schedule> variants = {schedule};
  Type type = ComputeOp(nest.op).getType().getElementType();
  if (cost.isArgReduction() || schedule.groupedLoop || isHalf(type) ||
      schedule.matrix)
    return variants;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction || info.isBatch || schedule.isUnrolled(loop))
      continue;
    SmallVector<int64_t> blocks =
        listBlocks(info.extent, schedule.lanesOf(loop));
    if (readsStream(nest) && schedule.lanesOf(loop) == 1)
      llvm::append_range(blocks, listFewRows(info.extent));
    for (int64_t block : blocks) {
      variants.push_back(schedule);
      variants.back().blockedLoop = loop;
      variants.back().block = block;
    }
  }
  llvm::append_range(variants, listPanelBlocks(nest, schedule));
  return variants;
}

/// Orders the loops of the candidates that compute fastest, and chooses the one
/// with the least cost of computation and traffic.
Schedule ScheduleChooser::pickWithOrder() {
  Schedule best;
  for (auto &[computation, candidate] : candidates.take())
    for (Schedule &schedule : blockings(candidate)) {
      bool packs = !schedule.packed.empty();
      double bytes =
          !schedule.order.empty()
              ? predictTraffic(nest, schedule, schedule.order, target)
              : orderLoops(nest, schedule, target);
      if (!packs)
        shortenBlock(nest, schedule);
      double cycles =
          packs ? cost.computation(schedule) + costOfPanels(nest, schedule)
                : computation;
      double time = cost.run(schedule, cycles, bytes);
      ++ordered;
      if (time >= bestTime)
        continue;
      bestTime = time;
      best = schedule;
    }
  if (best.packed.empty() && !best.blocksInside())
    best.parallelLoops = countShared(nest, best, bestTime);
  if (stagesResult)
    if (std::optional<Schedule> staged = stageResultToMemory(nest, best))
      return *staged;
  return best;
}

/// Enumerates every choice of lanes and tile.
void ScheduleChooser::listCandidates() {
  int64_t lanes = cost.nativeLanes();
  tryVector({});
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    // The extent of vectorised loops has to be static.
    if (info.isBatch)
      continue;
    int64_t fit = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(info.extent));
    for (int64_t width = fit; width >= 2 && width >= fit / 2; width /= 2)
      tryVector({{unsigned(loop), width}});
    // A short loop is vectorised together with one outside it.
    if (info.extent >= lanes || info.extent < 2 ||
        !mayShareLanes(nest, target, loop))
      continue;
    int64_t part = llvm::PowerOf2Ceil(info.extent), rest = lanes / part;
    if (rest == 1)
      continue;
    for (auto [outer, other] : llvm::enumerate(nest.loops))
      if (outer != loop && other.isReduction == info.isReduction &&
          !other.isBatch && (other.extent % rest == 0 || part > info.extent))
        tryVector({{unsigned(outer), rest}, {unsigned(loop), part}});
  }
}

Schedule ScheduleChooser::choose() {
  listCandidates();
  return pickWithOrder();
}

Schedule ScheduleChooser::draw(std::mt19937_64 &random) {
  listCandidates();
  auto below = [&](size_t count) { return size_t(random() % count); };
  // Most of the search space is slow. Every second draw is from the tenth that
  // is predicted to be fastest, so that some of a hundred are near the best.
  std::vector<Candidates::Candidate> all = candidates.list().vec();
  llvm::sort(all,
             [](const auto &a, const auto &b) { return a.cycles < b.cycles; });
  size_t among = all.size();
  if (random() % 2 == 0)
    among = llvm::divideCeil(among, 10);
  std::vector<Schedule> variants;
  // There may be no legal variant with panels.
  for (; variants.empty(); among = all.size())
    variants = blockings(all[below(among)].schedule);
  Schedule schedule = variants[below(variants.size())];
  if (!schedule.order.empty())
    return schedule;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      schedule.order.push_back(loop);
  for (size_t left = schedule.order.size(); left > 1; --left)
    std::swap(schedule.order[left - 1], schedule.order[below(left)]);
  schedule.parallelLoops = countShared(nest, schedule);
  if (std::optional<Schedule> staged = stageResultToMemory(nest, schedule))
    if (below(2))
      return *staged;
  return schedule;
}

Schedule neo::chooseSchedule(const LoopNest &given, const TargetModel &target,
                             double *cycles, bool stagesResult) {
  LoopNest nest = given.withoutEmptyLoops();
  std::string key = describeSearch(nest, target, stagesResult);
  std::optional<CostedSchedule> known = recallSchedule(key);
  ++(known ? recalled : chosen);
  if (!known) {
    ScheduleChooser chooser(nest, target, stagesResult, /*selects=*/true);
    Schedule schedule = chooser.choose();
    known = CostedSchedule{std::move(schedule), chooser.predictedCycles()};
    rememberSchedule(key, *known);
  }
  if (cycles)
    *cycles = known->cycles;
  return known->schedule;
}

Schedule neo::drawSchedule(const LoopNest &nest, const TargetModel &target,
                           uint64_t seed) {
  std::mt19937_64 random(seed);
  ScheduleChooser chooser(nest, target, /*stagesResult=*/true,
                          /*selects=*/false);
  return chooser.draw(random);
}
