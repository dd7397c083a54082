//===- PrefetchPlan.h - Software prefetch of operands -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile of a contraction computes for some thousand cycles; then the next tile
// reads other rows, and if these are in memory it waits for them. The hardware
// prefetcher follows a row, but not the jump from the end of six rows to the
// beginning of six others, and not a column. So a tile prefetches the elements
// that are read in the next step of a loop outside it. The choice of this loop
// determines the prefetch distance, and whether lines are contiguous:
//
//     C[i, j] = sum_k A[k, i] * B[k, j]     order [i, j] block [k: 64]
//
//     for k (64)      64 whole rows of A, contiguous to those before
//       for i (6)     64 pieces of 24 bytes, with the stride of a row
//         for j       the same
//
// The outermost loop is chosen whose footprint in one step fits L2, here k:
// while a tile works on columns i ... i + 5 of this block it prefetches the
// same columns of the next. With 512 columns and a matrix of 64 MB that is the
// difference between 34 ms and 23 ms, where prefetching the next columns, which
// is too short a distance, gains 3. Packing the operand before
// (PackOperands.cpp) would take 36, the copy included.
//
// Where one step of the innermost loop that the operand depends on reads half
// of L2, nothing is prefetched: a panel of 512 KB and the next one do not both
// fit.
//
// An operand whose elements are used once or twice is prefetched where a tile
// reads several streams (StreamBandwidth.h): eight rows of a matrix times a
// vector, or of a column sum, while the eight before are accumulated. That is
// bound by memory bandwidth, but with hardware prefetch alone, which restarts
// at every page, it takes a fifth longer. The rows of a column sum's next block
// are contiguous, and its tiles prefetch them in memory order, not the columns
// that they read themselves,
//
//     y[j] += X[i, j]     tile j: 4 of 48, block i: 4
//
//     tile 0     columns 0 ... 63 of four rows     prefetches the first 16
//     lines tile 12    columns 768 ... 831               for the second row's
//     first
//
// so that there is one sequential stream, which the hardware prefetcher follows
// as well. A single stream is prefetched a page ahead, which also avoids the
// TLB miss of the next page. An operator without a reduction prefetches where
// L1 has enough line fill buffers, and where it reads more than one operand or
// evaluates a function:
//
//     Y[i, j] = X[i, j] + Z[i, j]     12 MB each: 0.53 ms instead of 0.67
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_PREFETCHPLAN_H
#define NEO_SCHEDULE_PREFETCHPLAN_H

#include "Neo/Machine/Page.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

struct PrefetchPlan {
  unsigned loop;                 // the next step of which is prefetched
  std::optional<unsigned> outer; // the loop that advances when `loop` restarts
  /// Inner loops that the operand does not depend on.
  llvm::SmallVector<unsigned> inside;
  /// The inner loop whose tiles together cover the rows of a block, so that the
  /// next rows are prefetched in memory order.
  std::optional<unsigned> along;
  bool isStream = false; // are its elements used once or twice only?
  /// How many times the same lines are prefetched: the steps of loops in
  /// between that the operand does not depend on.
  int64_t again = 1;
};

/// The steps of `loop` from one tile, or block, to the next.
int64_t stepAround(const LoopNest &nest, const Schedule &schedule,
                   unsigned loop);

/// How `operand` is prefetched; none if it is not. Streams that are prefetched
/// into L1 (`near`) may also be in the last-level cache.
std::optional<PrefetchPlan> findPrefetch(const LoopNest &nest,
                                         const Schedule &schedule,
                                         unsigned operand, bool near = false);

/// How far ahead a stream is prefetched: a page, where the hardware prefetcher
/// begins anew.
constexpr int64_t streamAheadBytes = pageBytes;

/// The prefetch distance in elements, if tiles read `operand` as one sequential
/// stream from beyond L2; 0 if they do not. If it has to be prefetched into L2
/// (not `near`), only from memory and in reductions. A plain copy does not gain
/// by prefetches.
int64_t findStreamPrefetch(const LoopNest &nest, const Schedule &schedule,
                           const NestOperand &operand, bool near);

/// Is it better to prefetch a tensor of `bytes` in place than to pack it, if
/// each element is used `uses` times? Packing through memory takes as long as
/// about a hundred products per element.
bool isBetterInPlace(double bytes, double uses);

/// Shortens the block of a reduction outside the tiles, until its footprint in
/// operands that are better in place can be prefetched one block ahead.
void shortenBlock(const LoopNest &nest, Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_PREFETCHPLAN_H
