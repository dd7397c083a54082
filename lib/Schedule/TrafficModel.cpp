//===- TrafficModel.cpp - Memory traffic of a loop order ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/TrafficModel.h"

#include "Footprint.h"
#include "StreamBandwidth.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/LastLevelCache.h"
#include "Neo/Schedule/PrefetchPlan.h"
#include "Neo/Schedule/RegisterPressure.h"
#include "Neo/Schedule/SharedShifts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace neo;

constexpr double trafficLine = 64;

/// The range of the divisions in `form`: the spread of elements with the same
/// linear part; none if it is unknown.
static std::optional<double> reachOfDivisions(const LinearForm &form,
                                              ArrayRef<int64_t> extents) {
  AffineExpr rest = form.expr;
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    rest = rest - getAffineDimExpr(loop, rest.getContext()) * coefficient;
  rest = simplifyAffineExpr(rest, extents.size(), 0);
  std::optional<AffineInterval> range = getInterval(rest, extents);
  if (!range || form.perItem)
    return std::nullopt;
  return double(range->high) - double(range->low);
}

/// The loop along which a transposing copy reads whole lines, if the nest is
/// one.
static std::optional<unsigned> findCopiedRun(const LoopNest &nest,
                                             const Schedule &schedule) {
  if (nest.hasReduction() || nest.operands.size() != 1)
    return std::nullopt;
  return AccessPlan(nest, schedule, nest.operands.front()).transposedLoop();
}

namespace {
/// A tensor in the model.
struct Stream : WalkedTensor {
  RankedTensorType type;
  bool isResult, inLargePages;
  double slowdown; // slowdown relative to one sequential stream
};

class TrafficModel {
public:
  TrafficModel(const LoopNest &nest, const Schedule &schedule,
               const TargetModel &target)
      : nest(nest), schedule(schedule), target(target),
        hasWindows(windowsOverlap(nest, schedule)),
        slides(findSlidingLoop(nest, schedule).has_value()),
        keepsSums(keepsSumsInL1(nest, target)) {
    ComputeOp op = nest.op;
    for (auto [number, operand] : llvm::enumerate(nest.operands))
      addStream(operand.access, operand.type, false,
                op.getOperand(number).getDefiningOp() != nullptr);
    addStream(nest.output, op.getType(), true, false);
  }

  double bytes(ArrayRef<unsigned> order);

private:
  /// Footprint of a range of loops.
  struct Touched {
    SmallVector<double> bytes, space; // of each stream; and with set conflicts
    double cached = 0;                // sum of `space`
  };
  const Touched &touch(uint64_t narrowed);
  void addStream(const LinearForm &access, RankedTensorType type, bool isResult,
                 bool inLargePages) {
    double bytes = getElementBytes(type);
    double whole = bytes * double(type.getNumElements());
    double slowdown =
        isFar(whole) && nest.hasReduction()
            ? slowdownOfStream(nest, schedule, access, type, target.nearStreams)
            : 1;
    std::optional<double> reach;
    if (access.irregular.any())
      reach = reachOfDivisions(access, extents());
    streams.push_back({{&access, bytes, whole, reach},
                       type,
                       isResult,
                       inLargePages,
                       slowdown});
  }
  SmallVector<int64_t> extents() const {
    SmallVector<int64_t> extents;
    for (const NestLoop &loop : nest.loops)
      extents.push_back(loop.extent);
    return extents;
  }
  double crowding(const Stream &stream, ArrayRef<int64_t> ranges) const;
  bool isPartial(const Stream &stream) const;
  ArrayRef<unsigned> fetchingLoops(const Stream &stream,
                                   ArrayRef<unsigned> outer, bool stays) const;
  double parts(const Stream &stream, ArrayRef<unsigned> order,
               ArrayRef<unsigned> fetching) const;
  double slowdown(const Stream &stream, ArrayRef<unsigned> order) const;
  double redundantPrefetches(ArrayRef<unsigned> order) const;
  /// Is a footprint beyond L2? That does not matter with sliding columns, which
  /// follow few rows sequentially.
  bool isFar(double bytes) const {
    return bytes > target.cacheBytes && !slides;
  }
  /// Elements of `loop` that one of its steps outside the tile covers.
  int64_t stepOf(unsigned loop) const {
    int64_t step =
        schedule.blockedLoop == loop ? schedule.block : schedule.step(loop);
    return std::min(step, nest.loops[loop].extent);
  }
  int64_t trips(unsigned loop) const {
    return llvm::divideCeil(nest.loops[loop].extent, stepOf(loop));
  }

  const LoopNest &nest;
  const Schedule &schedule;
  const TargetModel &target;
  /// Do adjacent points of a tile read the same rows?
  bool hasWindows;
  bool slides;    // see SharedShifts.h
  bool keepsSums; // partial sums of blocks stay in L1
  SmallVector<Stream> streams;
  /// Memoised footprints, by the set of loops that are restricted to one step:
  /// different orders share their outermost loops.
  llvm::SmallDenseMap<uint64_t, Touched, 32> known;
};
} // namespace

/// Set conflicts: pieces with a power-of-two stride map to few sets of the
/// cache. The factor by which the footprint of `stream` occupies more of the
/// cache than its size. 32 pieces of 8 KiB with a stride of 64 KiB map to an
/// eighth of the sets, 32 lines to each. This holds for Neo's own memory, which
/// has huge pages (Arena.h); small pages are scattered physically.
double TrafficModel::crowding(const Stream &stream,
                              ArrayRef<int64_t> ranges) const {
  if (!stream.inLargePages)
    return 1;
  // A quarter of the 16 ways.
  constexpr double fewWays = 4;
  const double sets = double(target.wayBytes);
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (range > 1 && stream.access->dependsOn(loop)) {
      int64_t stride = std::abs(stream.access->coefficients[loop]);
      strides.push_back({stride * int64_t(stream.elementBytes), range});
    }
  llvm::sort(strides);
  // `bytes` map to sets of `covered` bytes.
  double run = stream.elementBytes, bytes = 0, covered = 0;
  for (auto [stride, range] : strides) {
    if (bytes == 0 && double(stride) <= run) {
      run += double(stride) * double(range - 1);
      continue;
    }
    if (bytes == 0) {
      bytes = std::ceil(run / trafficLine) * trafficLine;
      covered = std::min(bytes, sets);
    }
    double apart = double(std::gcd(stride, target.wayBytes));
    double places = std::min(double(range), sets / std::max(apart, covered));
    covered *= std::max(places, 1.0);
    bytes *= double(range);
  }
  double ways = bytes / std::max(covered, trafficLine);
  return ways > fewWays ? sets / covered : 1;
}

/// Are partial results loaded and stored in every block?
bool TrafficModel::isPartial(const Stream &stream) const {
  return stream.isResult && schedule.blockedLoop && !schedule.blocksInside() &&
         !keepsSums;
}

/// The loops of `outer` whose every step fetches the footprint of the inner
/// loops in `stream`. The innermost on which it does not depend reuse it from
/// cache, if it fits (`stays`).
ArrayRef<unsigned> TrafficModel::fetchingLoops(const Stream &stream,
                                               ArrayRef<unsigned> outer,
                                               bool stays) const {
  while (stays && !outer.empty() &&
         !(isPartial(stream) && outer.back() == *schedule.blockedLoop) &&
         !stream.access->dependsOn(outer.back()))
    outer = outer.drop_back();
  return outer;
}

/// The parallel range is divided into at least four parts, each of which
/// iterates over all blocks of the reduction: how many of them fetch the same
/// elements of `stream`, if steps of the loops `fetching` do not do so anyway.
double TrafficModel::parts(const Stream &stream, ArrayRef<unsigned> order,
                           ArrayRef<unsigned> fetching) const {
  if (!schedule.blockedLoop || schedule.blocksInside() || stream.isResult ||
      !stream.access->dependsOn(*schedule.blockedLoop))
    return 1;
  int64_t left = 4, same = 1;
  for (unsigned loop : order.drop_front()) {
    int64_t count = std::min(left, trips(loop));
    if (!stream.access->dependsOn(loop) && !llvm::is_contained(fetching, loop))
      same *= count;
    left = llvm::divideCeil(left, count);
  }
  return double(same);
}

/// Slowdown of `stream` relative to one sequential stream.
double TrafficModel::slowdown(const Stream &stream,
                              ArrayRef<unsigned> order) const {
  if (nest.hasReduction() || !isFar(stream.tensorBytes))
    return stream.slowdown;
  // The stores of transposed squares are part of their cost.
  if (findCopiedRun(nest, schedule))
    order = {};
  return slowdownOfOrder(nest, schedule, *stream.access, stream.type, order,
                         target.nearStreams);
}

/// Cost of redundant prefetches (PrefetchPlan.h), which every step of a loop
/// repeats that the operand does not depend on, in lines from memory: a
/// prefetch that hits still takes an eighth of the time.
double TrafficModel::redundantPrefetches(ArrayRef<unsigned> order) const {
  constexpr double share = 0.125;
  double bytes = 0;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    if (!isBeyondCaches(operand.type))
      continue;
    Schedule ordered = schedule;
    ordered.order.assign(order.begin(), order.end());
    llvm::erase_if(ordered.order, [&](unsigned loop) {
      return schedule.blockedLoop == loop && !schedule.blocksInside();
    });
    if (auto ahead = findPrefetch(nest, ordered, number))
      bytes += share * double(ahead->again - 1) * streams[number].tensorBytes;
  }
  return bytes;
}

const TrafficModel::Touched &TrafficModel::touch(uint64_t narrowed) {
  auto [entry, isNew] = known.try_emplace(narrowed);
  Touched &touched = entry->second;
  if (!isNew)
    return touched;
  SmallVector<int64_t> ranges = extents();
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (narrowed >> loop & 1)
      range = stepOf(loop);
  for (const Stream &stream : streams) {
    touched.bytes.push_back(bytesWithin(nest, stream, ranges, hasWindows));
    touched.space.push_back(touched.bytes.back() * crowding(stream, ranges));
    touched.cached += touched.space.back();
  }
  return touched;
}

double TrafficModel::bytes(ArrayRef<unsigned> order) {
  uint64_t narrowed = 0;
  for (size_t outer = 0;; ++outer) {
    const Touched &touched = touch(narrowed);
    if (touched.cached > target.cacheBytes && outer < order.size()) {
      narrowed |= uint64_t(1) << order[outer];
      continue;
    }
    double moved = redundantPrefetches(order);
    for (auto [stream, bytes, space] :
         llvm::zip_equal(streams, touched.bytes, touched.space)) {
      bool stays =
          space <= target.cacheBytes / 2 || touched.cached <= target.cacheBytes;
      ArrayRef<unsigned> fetching =
          fetchingLoops(stream, order.take_front(outer), stays);
      double times = outer ? parts(stream, order, fetching) : 1;
      if (outer && isPartial(stream))
        times *= 2;
      for (unsigned loop : fetching)
        times *= double(trips(loop));
      moved += slowdown(stream, order) * bytes * times;
    }
    return moved;
  }
}

double neo::predictTraffic(const LoopNest &nest, const Schedule &schedule,
                           ArrayRef<unsigned> order,
                           const TargetModel &target) {
  return TrafficModel(nest, schedule, target).bytes(order);
}

/// `order` inside the blocked loop, if there is one.
static SmallVector<unsigned> withBlock(const Schedule &schedule,
                                       ArrayRef<unsigned> order) {
  SmallVector<unsigned> all;
  if (schedule.blockedLoop && !schedule.blocksInside())
    all.push_back(*schedule.blockedLoop);
  llvm::append_range(all, order);
  return all;
}

unsigned neo::countShared(const LoopNest &nest, const Schedule &schedule,
                          double cycles) {
  // A run can be cancelled between steps only: some hundredths of a second.
  constexpr double longestStep = 1 << 25;
  int64_t shared = 1;
  unsigned count = 0;
  std::optional<unsigned> walked = findSlidingLoop(nest, schedule);
  if (!walked)
    walked = findRowLoop(nest, schedule);
  for (unsigned loop : schedule.order) {
    // Iterations along or across rows stay within one parallel step.
    if (walked == loop && count > 0 && schedule.order.back() == loop)
      break;
    if (shared >= 32 && cycles / shared <= longestStep)
      break;
    shared *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    ++count;
  }
  return count;
}

double neo::orderLoops(const LoopNest &nest, Schedule &schedule,
                       const TargetModel &target) {
  SmallVector<unsigned> natural, moving;
  std::optional<unsigned> sliding = findSlidingLoop(nest, schedule);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction)
      continue;
    natural.push_back(loop);
    if (info.extent > schedule.step(loop))
      moving.push_back(loop);
  }
  TrafficModel model(nest, schedule, target);
  schedule.order = natural;
  double least = model.bytes(withBlock(schedule, natural));
  // The rows of a transposition are as many streams as lanes, with a large
  // stride. The loop along them is innermost: the hardware prefetcher follows
  // them, and lines that a tile reads partially are reused by the next one.
  if (std::optional<unsigned> run = findCopiedRun(nest, schedule)) {
    llvm::erase(schedule.order, *run);
    schedule.order.push_back(*run);
    return model.bytes(withBlock(schedule, schedule.order));
  }
  // Columns slide along the innermost loop, see SharedShifts.h.
  if (sliding) {
    llvm::erase(schedule.order, *sliding);
    schedule.order.push_back(*sliding);
    return least;
  }
  // The loop over shared rows is innermost.
  if (std::optional<unsigned> row = findRowLoop(nest, schedule)) {
    llvm::erase(schedule.order, *row);
    schedule.order.push_back(*row);
    return least;
  }
  // Five loops have 120 orders; nests with more loops keep theirs.
  if (moving.size() > 5 || moving.size() < 2)
    return least;
  SmallVector<unsigned> order = moving;
  while (std::next_permutation(order.begin(), order.end())) {
    double bytes = model.bytes(withBlock(schedule, order));
    if (bytes >= 0.98 * least)
      continue;
    least = bytes;
    schedule.order = order;
    for (unsigned loop : natural)
      if (!llvm::is_contained(moving, loop))
        schedule.order.push_back(loop);
  }
  return least;
}
