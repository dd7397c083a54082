//===- Footprint.cpp - Cache lines that loops access ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Footprint.h"

#include "Neo/Machine/CacheLine.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace neo;

namespace {
/// Steps of a loop, and how far apart they are.
struct Walk {
  int64_t stride, steps;
};
} // namespace

/// The number of distinct elements of a nest of `walks`, smallest stride first:
/// overlapping and contiguous ones are merged.
static double countDistinct(ArrayRef<Walk> walks) {
  SmallVector<Walk> apart;
  for (const Walk &walk : walks) {
    auto *continued = llvm::find_if(apart, [&](const Walk &shorter) {
      return walk.stride % shorter.stride == 0 &&
             walk.stride / shorter.stride <= shorter.steps;
    });
    if (continued == apart.end())
      apart.push_back(walk);
    else
      continued->steps += walk.stride / continued->stride * (walk.steps - 1);
  }
  double distinct = 1;
  for (const Walk &walk : apart)
    distinct *= double(walk.steps);
  return distinct;
}

/// The lines of one long run that the previous step's run does not contain:
/// consecutive runs share the line at their border, as planes of a depthwise
/// convolution do, and the halo of windows beyond them is padding.
static std::optional<double> freshLines(const LoopNest &nest,
                                        const WalkedTensor &tensor,
                                        ArrayRef<int64_t> ranges, double run) {
  constexpr double longRun = 8;
  double pitch = 0;
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    int64_t next = std::abs(tensor.access->coefficients[loop]) * range;
    if (range < nest.loops[loop].extent && !tensor.access->irregular[loop] &&
        double(next) <= run)
      pitch = std::max(pitch, double(next));
  }
  double lines = pitch * tensor.elementBytes / double(cacheLineBytes);
  return lines >= longRun ? std::optional(lines) : std::nullopt;
}

bool neo::staysInRun(double stride, double run, double elementBytes) {
  return stride <= run || stride * elementBytes <= double(cacheLineBytes);
}

double neo::bytesWithin(const LoopNest &nest, const WalkedTensor &tensor,
                        ArrayRef<int64_t> ranges, bool hasWindows) {
  const LinearForm &access = *tensor.access;
  double apart = 1, span = 1;
  bool divides = false;
  SmallVector<Walk> walks, even;
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    if (range <= 1 || !access.dependsOn(loop))
      continue;
    int64_t stride = std::abs(access.coefficients[loop]);
    span += double(stride) * double(range - 1);
    walks.push_back({stride, range});
    divides |= access.irregular[loop];
    // Without a reduction no element is read twice.
    if (access.irregular[loop] || stride == 0 || !nest.hasReduction())
      apart *= double(range);
    else
      even.push_back({stride, range});
  }
  double reach =
      tensor.reach.value_or(tensor.tensorBytes / tensor.elementBytes);
  span += divides ? reach : 0;
  auto isShorter = [](const Walk &a, const Walk &b) {
    return std::make_pair(a.stride, a.steps) <
           std::make_pair(b.stride, b.steps);
  };
  llvm::sort(walks, isShorter);
  llvm::sort(even, isShorter);
  double run = divides && tensor.reach ? 1 + reach : 1;
  double skipped = 1; // elements of a run for each one that is accessed
  for (const Walk &walk : walks) {
    double stride = double(walk.stride);
    if (!staysInRun(stride, run, tensor.elementBytes))
      continue;
    skipped *= std::max(1.0, stride / run);
    run += stride * double(walk.steps - 1);
  }
  double distinct = std::min(apart * countDistinct(even), span);
  double accessed = std::min(run / skipped, distinct);
  run = std::min(run, accessed * skipped);
  double lines = std::ceil(run * tensor.elementBytes / double(cacheLineBytes));
  if (hasWindows && distinct <= accessed)
    if (std::optional<double> fresh = freshLines(nest, tensor, ranges, run))
      lines = *fresh;
  double bytes = distinct / accessed * lines * double(cacheLineBytes);
  return std::min(bytes, std::max(tensor.tensorBytes, double(cacheLineBytes)));
}
