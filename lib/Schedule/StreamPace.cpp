//===- StreamPace.cpp - Memory read in an order that it likes -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StreamPace.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

constexpr double cacheLine = 64;
constexpr int64_t pageBytes = 4096;

namespace {
/// Places that a tile visits in turn, and how many elements lie at each.
struct Walk {
  double places = 1, run = 1;
  bool continues = true; // the next step of the reduction goes on there
  bool competes = false; // the places fall on the same sets of a cache

  void visit(int64_t strideBytes, double count) {
    places *= count;
    competes |= strideBytes % pageBytes == 0;
  }
};
} // namespace

/// The vectors of one step of the reduction.
static Walk walkStep(const LoopNest &nest, const Schedule &schedule,
                     const LinearForm &access, int64_t elementBytes) {
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t range = std::min(schedule.step(loop), info.extent);
    if (range > 1 && access.coefficients[loop] != 0)
      strides.push_back({std::abs(access.coefficients[loop]), range});
  }
  llvm::sort(strides);
  Walk walk;
  for (auto [stride, range] : strides) {
    if (double(stride) <= walk.run)
      walk.run += double(stride) * double(range - 1);
    else
      walk.visit(stride * elementBytes, double(range));
  }
  return walk;
}

/// All steps of the reduction, or of a block of it.
static Walk walkTile(const LoopNest &nest, const Schedule &schedule,
                     const LinearForm &access, int64_t elementBytes) {
  Walk walk = walkStep(nest, schedule, access, elementBytes);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t stride = std::abs(access.coefficients[loop]);
    int64_t lanes = schedule.lanesOf(loop);
    if (!info.isReduction || double(stride * lanes) <= walk.run)
      continue;
    walk.continues = false;
    int64_t steps = schedule.blockedLoop == loop ? schedule.block : info.extent;
    walk.visit(stride * elementBytes, double(llvm::divideCeil(steps, lanes)));
  }
  return walk;
}

/// Does a reduction read one tensor and nothing beside it?
static bool isReadAlone(const LoopNest &nest) {
  return nest.operands.size() == 1;
}

int64_t neo::placesOfStream(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand) {
  if (nest.points() > 2 * operand.type.getNumElements())
    return 0;
  return int64_t(
      walkTile(nest, schedule, operand.access, getElementBytes(operand.type))
          .places);
}

double neo::paceOfStream(const LoopNest &nest, const Schedule &schedule,
                         const LinearForm &access, RankedTensorType type) {
  if (nest.points() > 2 * type.getNumElements() || access.irregular.any())
    return 1;
  int64_t elementBytes = getElementBytes(type);
  Walk walk = walkTile(nest, schedule, access, elementBytes);
  constexpr double slower = 1.2;
  if (!nest.hasReduction())
    return walk.places > 1 ? slower : 1;
  if (walk.continues && isReadAlone(nest))
    return walk.places > 1 ? slower : 1;
  if (walk.continues)
    return walk.places < 5 || walk.places > 8 ? slower : 1;
  // In lines: what is read ahead, and what the wait for the first one costs.
  constexpr double ahead = 4, wait = 10;
  double lines = std::ceil(walk.run * double(elementBytes) / cacheLine);
  double late = std::max(0.0, lines - ahead) * 0.75;
  bool followed = walk.places <= (walk.competes ? 8 : 16);
  return 1 + (followed ? late : std::max(late, wait)) / lines;
}
