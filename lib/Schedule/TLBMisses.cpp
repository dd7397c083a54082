//===- TLBMisses.cpp - Cost of TLB misses ---------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The first-level TLB holds some dozens of pages. A tile that iterates down the
// rows of a large tensor accesses one page after the other,
//
//     C[j, k] = sum_i S[i, j] * A[i, k]      S of 512 x 512: 256 pages
//
// and when the next tile accesses adjacent columns in the same pages, the first
// of them are evicted. In blocks of 128 rows none is:
//
//     vector [k: 16] tile [j: 6, k: 4] order [j, k] block [i: 128]
//
// For tensors of some megabytes the second-level TLB still holds all pages, and
// its latency is hidden. Neo's own memory has huge pages (Arena.h).
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/Page.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

/// Pages in the first-level TLB, and bytes that the second level covers.
constexpr double keptPages = 64;
constexpr int64_t reach = 8 << 20;
constexpr double walkCycles = 8;

/// Steps of `loop` within a tile and a block.
static int64_t stepsInside(const LoopNest &nest, const Schedule &schedule,
                           unsigned loop) {
  const NestLoop &info = nest.loops[loop];
  int64_t steps = info.isReduction ? info.extent : schedule.step(loop);
  if (schedule.blockedLoop == loop)
    steps = schedule.block;
  return std::max<int64_t>(std::min(steps, info.extent), 1);
}

/// Pages of `operand` that a tile accesses in the steps of a block; 0 if every
/// page serves so many steps that the next translation is hidden.
static double countPages(const LoopNest &nest, const Schedule &schedule,
                         const NestOperand &operand) {
  int64_t element = getElementBytes(operand.type);
  constexpr double hidden = 8;
  double taken = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction)
      taken *= double(stepsInside(nest, schedule, loop));
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, stride] : llvm::enumerate(operand.access.coefficients))
    if (stride != 0)
      strides.push_back(
          {std::abs(stride) * element, stepsInside(nest, schedule, loop)});
  llvm::sort(strides);
  double run = double(element), runs = 1;
  for (auto [stride, steps] : strides)
    if (double(stride) <= std::max(run, double(pageBytes)))
      run += double(stride) * double(steps - 1);
    else
      runs *= double(steps);
  double pages = runs * std::ceil(run / pageBytes);
  return taken > hidden * pages ? 0 : pages;
}

double ScheduleCost::tlbMisses(const Schedule &schedule) const {
  if (!nest.hasReduction())
    return 0;
  ComputeOp op = nest.op;
  double pages = 0, visits = 1;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    int64_t bytes =
        operand.type.getNumElements() * getElementBytes(operand.type);
    bool inLargePages = op.getOperand(number).getDefiningOp() != nullptr;
    if (inLargePages || bytes < reach || schedule.isPacked(number) ||
        operand.access.irregular.any())
      continue;
    double visited = countPages(nest, schedule, operand);
    if (visited > keptPages)
      pages += visited;
  }
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    visits *= double(llvm::divideCeil(nest.loops[loop].extent,
                                      stepsInside(nest, schedule, loop)));
  return visits * pages * walkCycles;
}
