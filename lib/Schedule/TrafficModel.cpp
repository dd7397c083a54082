//===- TrafficModel.cpp - Bytes that a loop order moves -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/TrafficModel.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

constexpr double cacheLine = 64;

namespace {
/// A tensor as the model sees it.
struct Stream {
  const LinearForm *access;
  double elementBytes;
  double tensorBytes;
  bool isResult;
};

class TrafficModel {
public:
  TrafficModel(const LoopNest &nest, const Schedule &schedule,
               const TargetModel &target)
      : nest(nest), schedule(schedule), target(target) {
    for (const NestOperand &operand : nest.operands)
      addStream(operand.access, operand.type, false);
    ComputeOp op = nest.op;
    addStream(nest.output, op.getType(), true);
  }

  double bytes(ArrayRef<unsigned> order) const;

private:
  void addStream(const LinearForm &access, RankedTensorType type,
                 bool isResult) {
    double bytes = std::max(8u, type.getElementTypeBitWidth()) / 8;
    streams.push_back(
        {&access, bytes, bytes * type.getNumElements(), isResult});
  }
  double footprint(const Stream &stream, ArrayRef<int64_t> ranges) const;
  double repeats(const Stream &stream, ArrayRef<unsigned> outer) const;
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
  SmallVector<Stream> streams;
};
} // namespace

/// Bytes that `stream` touches while every loop runs over its range, in whole
/// cache lines.
double TrafficModel::footprint(const Stream &stream,
                               ArrayRef<int64_t> ranges) const {
  double elements = 1, span = 1;
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    if (range <= 1 || !stream.access->dependsOn(loop))
      continue;
    int64_t stride = std::abs(stream.access->coefficients[loop]);
    elements *= range;
    span += double(stride) * (range - 1);
    strides.push_back({stride, range});
    if (stream.access->irregular[loop])
      span = stream.tensorBytes / stream.elementBytes;
  }
  llvm::sort(strides);
  double run = 1;
  for (auto [stride, range] : strides)
    if (stride <= run)
      run += double(stride) * (range - 1);
  double distinct = std::min(elements, span);
  run = std::min(run, distinct);
  double lines = std::ceil(run * stream.elementBytes / cacheLine);
  double bytes = distinct / run * lines * cacheLine;
  return std::min(bytes, std::max(stream.tensorBytes, cacheLine));
}

/// How often the part of `stream` that the cached loops touch is fetched.
double TrafficModel::repeats(const Stream &stream,
                             ArrayRef<unsigned> outer) const {
  // Partial results are read and written again in every block.
  bool partial = stream.isResult && schedule.blockedLoop &&
                 llvm::is_contained(outer, *schedule.blockedLoop);
  if (partial)
    outer = outer.take_front(llvm::find(outer, *schedule.blockedLoop) -
                             outer.begin() + 1);
  else
    while (!outer.empty() && !stream.access->dependsOn(outer.back()))
      outer = outer.drop_back();
  double times = partial ? 2 : 1;
  for (unsigned loop : outer)
    times *= trips(loop);
  return times;
}

double TrafficModel::bytes(ArrayRef<unsigned> order) const {
  SmallVector<int64_t> ranges;
  for (const NestLoop &loop : nest.loops)
    ranges.push_back(loop.extent);
  for (size_t outer = 0;; ++outer) {
    double cached = 0, moved = 0;
    for (const Stream &stream : streams) {
      double bytes = footprint(stream, ranges);
      cached += bytes;
      moved += bytes * repeats(stream, order.take_front(outer));
    }
    if (cached <= target.cacheBytes || outer == order.size())
      return moved;
    ranges[order[outer]] = stepOf(order[outer]);
  }
}

double neo::predictTraffic(const LoopNest &nest, const Schedule &schedule,
                           ArrayRef<unsigned> order,
                           const TargetModel &target) {
  return TrafficModel(nest, schedule, target).bytes(order);
}

/// `order` with the blocked loop behind the loops that threads share.
static SmallVector<unsigned> withBlock(const LoopNest &nest,
                                       const Schedule &schedule,
                                       ArrayRef<unsigned> order) {
  SmallVector<unsigned> all(order);
  if (schedule.blockedLoop)
    all.insert(all.begin() + countShared(nest, schedule, order),
               *schedule.blockedLoop);
  return all;
}

unsigned neo::countShared(const LoopNest &nest, const Schedule &schedule,
                          ArrayRef<unsigned> order) {
  // Inside a block loop the tiles should still be many, so few loops are
  // shared then.
  int64_t enough = schedule.blockedLoop ? 4 : 32, shared = 1;
  unsigned count = 0;
  for (unsigned loop : order) {
    if (shared >= enough)
      break;
    shared *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    ++count;
  }
  return count;
}

double neo::orderLoops(const LoopNest &nest, Schedule &schedule,
                       const TargetModel &target) {
  SmallVector<unsigned> natural, moving;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction)
      continue;
    natural.push_back(loop);
    if (info.extent > schedule.step(loop))
      moving.push_back(loop);
  }
  TrafficModel model(nest, schedule, target);
  schedule.order = natural;
  double least = model.bytes(withBlock(nest, schedule, natural));
  // Five loops have 120 orders; nests with more keep theirs.
  if (moving.size() > 5 || moving.size() < 2)
    return least;
  SmallVector<unsigned> order = moving;
  while (std::next_permutation(order.begin(), order.end())) {
    double bytes = model.bytes(withBlock(nest, schedule, order));
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
