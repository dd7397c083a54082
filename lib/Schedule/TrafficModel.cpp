//===- TrafficModel.cpp - Bytes that a loop order moves -------------------===//
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

/// How far apart the divisions of `form` take elements that its linear part
/// puts in one place; nothing if that may be anywhere.
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

/// The loop along which a transposing copy reads whole lines, if `schedule` is
/// one.
static std::optional<unsigned> findCopiedRun(const LoopNest &nest,
                                             const Schedule &schedule) {
  if (nest.hasReduction() || nest.operands.size() != 1)
    return std::nullopt;
  return AccessPlan(nest, schedule, nest.operands.front()).transposedLoop();
}

namespace {
/// A tensor as the model sees it.
struct Stream : WalkedTensor {
  RankedTensorType type;
  bool isResult, inLargePages;
  double pace; // how much longer its bytes take than in one go
};

class TrafficModel {
public:
  TrafficModel(const LoopNest &nest, const Schedule &schedule,
               const TargetModel &target)
      : nest(nest), schedule(schedule), target(target),
        hasWindows(windowsOverlap(nest, schedule)),
        slides(findSlidingLoop(nest, schedule).has_value()),
        keepsSums(keepsSumsNear(nest, target)) {
    ComputeOp op = nest.op;
    for (auto [number, operand] : llvm::enumerate(nest.operands))
      addStream(operand.access, operand.type, false,
                op.getOperand(number).getDefiningOp() != nullptr);
    addStream(nest.output, op.getType(), true, false);
  }

  double bytes(ArrayRef<unsigned> order);

private:
  /// What a range of loops touches.
  struct Touched {
    SmallVector<double> bytes, space; // of each stream; in the cache
    double cached = 0;                // space, in all
  };
  const Touched &touch(uint64_t narrowed);
  void addStream(const LinearForm &access, RankedTensorType type, bool isResult,
                 bool inLargePages) {
    double bytes = getElementBytes(type);
    double whole = bytes * double(type.getNumElements());
    double pace =
        isFar(whole) && nest.hasReduction()
            ? paceOfStream(nest, schedule, access, type, target.nearStreams)
            : 1;
    std::optional<double> reach;
    if (access.irregular.any())
      reach = reachOfDivisions(access, extents());
    streams.push_back(
        {{&access, bytes, whole, reach}, type, isResult, inLargePages, pace});
  }
  SmallVector<int64_t> extents() const {
    SmallVector<int64_t> extents;
    for (const NestLoop &loop : nest.loops)
      extents.push_back(loop.extent);
    return extents;
  }
  double crowding(const Stream &stream, ArrayRef<int64_t> ranges) const;
  double repeats(const Stream &stream, ArrayRef<unsigned> outer,
                 bool stays) const;
  double parts(const Stream &stream, ArrayRef<unsigned> order) const;
  double pace(const Stream &stream, ArrayRef<unsigned> order) const;
  double askedAgain(ArrayRef<unsigned> order) const;
  /// Whose columns slide goes along few rows to their ends.
  bool isFar(double bytes) const {
    return bytes > target.cacheBytes && !slides;
  }
  /// Elements of `loop` that one step of it covers outside the tile.
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
  /// Do neighbours in a tile read the same rows?
  bool hasWindows;
  bool slides;    // see SharedShifts.h
  bool keepsSums; // of blocks, in the first-level cache
  SmallVector<Stream> streams;
  /// By the loops, one bit each, of which only a step is walked: orders have
  /// their outermost loops in common.
  llvm::SmallDenseMap<uint64_t, Touched, 32> known;
};
} // namespace

/// Pieces a power of two apart fall on few sets of the cache: how many times
/// its size what `stream` touches takes of it. 32 pieces of 8 KiB, 64 KiB
/// apart, lie in an eighth of the sets, 32 in each. So it is in memory of Neo's
/// own, which has large pages (Arena.h); small ones are scattered.
double TrafficModel::crowding(const Stream &stream,
                              ArrayRef<int64_t> ranges) const {
  if (!stream.inLargePages)
    return 1;
  constexpr double sets = 64 * 1024, fewWays = 4; // bytes of one way
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (range > 1 && stream.access->dependsOn(loop)) {
      int64_t stride = std::abs(stream.access->coefficients[loop]);
      strides.push_back({stride * int64_t(stream.elementBytes), range});
    }
  llvm::sort(strides);
  // `covered` bytes of the sets hold `bytes`.
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
    double apart = double(std::gcd(stride, int64_t(sets)));
    double places = std::min(double(range), sets / std::max(apart, covered));
    covered *= std::max(places, 1.0);
    bytes *= double(range);
  }
  double ways = bytes / std::max(covered, trafficLine);
  return ways > fewWays ? sets / covered : 1;
}

/// How often the part of `stream` that the inner loops touch is fetched while
/// the loops `outer` run. Loops next to it that it does not depend on find it
/// in cache, if it fits (`stays`).
double TrafficModel::repeats(const Stream &stream, ArrayRef<unsigned> outer,
                             bool stays) const {
  // Partial results are read and written again in every block.
  bool partial = stream.isResult && schedule.blockedLoop &&
                 !schedule.blocksInside() && !outer.empty() && !keepsSums;
  while (stays && !outer.empty() &&
         !(partial && outer.back() == *schedule.blockedLoop) &&
         !stream.access->dependsOn(outer.back()))
    outer = outer.drop_back();
  double times = partial ? 2 : 1;
  for (unsigned loop : outer)
    times *= trips(loop);
  return times;
}

/// The shared range is cut into at least four parts, and each walks all blocks
/// of the reduction: how many of them fetch the same of `stream`.
double TrafficModel::parts(const Stream &stream,
                           ArrayRef<unsigned> order) const {
  if (!schedule.blockedLoop || schedule.blocksInside() || stream.isResult ||
      !stream.access->dependsOn(*schedule.blockedLoop))
    return 1;
  int64_t left = 4, same = 1;
  for (unsigned loop : order.drop_front()) {
    int64_t count = std::min(left, trips(loop));
    if (!stream.access->dependsOn(loop))
      same *= count;
    left = llvm::divideCeil(left, count);
  }
  return double(same);
}

/// How much longer the bytes of `stream` take than in one go.
double TrafficModel::pace(const Stream &stream,
                          ArrayRef<unsigned> order) const {
  if (nest.hasReduction() || !isFar(stream.tensorBytes))
    return stream.pace;
  // What squares are written to is costed with the squares.
  if (findCopiedRun(nest, schedule))
    order = {};
  return paceOfOrder(nest, schedule, *stream.access, stream.type, order,
                     target.nearStreams);
}

/// What is prefetched (PrefetchPlan.h) and prefetched by every step of a loop
/// that does not move it, in lines of memory: one that has come already still
/// takes an eighth of the time.
double TrafficModel::askedAgain(ArrayRef<unsigned> order) const {
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
    double moved = askedAgain(order);
    for (auto [stream, bytes, space] :
         llvm::zip_equal(streams, touched.bytes, touched.space))
      moved += pace(stream, order) * bytes *
               (outer ? parts(stream, order) : 1) *
               repeats(stream, order.take_front(outer),
                       space <= target.cacheBytes / 2 ||
                           touched.cached <= target.cacheBytes);
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
  // A run can be given up between steps only: some hundredths of a second.
  constexpr double longestStep = 1 << 25;
  int64_t shared = 1;
  unsigned count = 0;
  std::optional<unsigned> walked = findSlidingLoop(nest, schedule);
  if (!walked)
    walked = findRowLoop(nest, schedule);
  for (unsigned loop : schedule.order) {
    // Who walks from row to row, or along them, goes on where it is.
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
  // The rows of a transposition are as many streams as there are lanes, and lie
  // far apart. They run on as long as they can: prefetchers follow them, and a
  // line of which a tile reads a part is still there for the next.
  if (std::optional<unsigned> run = findCopiedRun(nest, schedule)) {
    llvm::erase(schedule.order, *run);
    schedule.order.push_back(*run);
    return model.bytes(withBlock(schedule, schedule.order));
  }
  // Columns slide along the last loop, see SharedShifts.h.
  if (sliding) {
    llvm::erase(schedule.order, *sliding);
    schedule.order.push_back(*sliding);
    return least;
  }
  // Rows that neighbours share are walked down.
  if (std::optional<unsigned> row = findRowLoop(nest, schedule)) {
    llvm::erase(schedule.order, *row);
    schedule.order.push_back(*row);
    return least;
  }
  // Five loops have 120 orders; nests with more keep theirs.
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
