//===- PrefetchPlan.h - Software prefetch of operands -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile of a contraction computes for some thousand cycles; then it moves to
// rows that lie elsewhere, and if these come from memory it waits. Hardware
// reads ahead along a row, but not from the end of six rows to the beginning of
// six others, and not down a column. So a tile prefetches what is read one step
// later of a loop outside it. Which loop that is decides how early lines come,
// and whether they are contiguous:
//
//     C[i, j] = sum_k A[k, i] * B[k, j]     order [i, j] block [k: 64]
//
//     for k (64)      64 rows of A, whole: neighbours of those before
//       for i (6)     64 pieces of 24 bytes, a row apart
//         for j       the same
//
// The outermost loop is taken for which what it reads in one step stays in the
// second-level cache, here k: while a tile works on columns i ... i + 5 of this
// block it prefetches the same columns of the next. With 512 columns and a
// matrix of 64 MB that is the difference between 34 ms and 23 ms, where
// prefetching the next columns, which come too soon, gains 3. An operand that
// is copied before (PackOperands.cpp) would take 36, the copy included.
//
// Where already one step of the innermost loop that moves it reads half of that
// cache, nothing is prefetched: a panel of 512 KB and the next one would not
// both have room.
//
// What is read once or twice is prefetched where a tile reads in several places
// (StreamBandwidth.h): eight rows of a matrix times a vector, or of a column
// sum, while the eight before are added up. Memory is the limit there, and yet
// hardware alone, which begins anew with every page, takes a fifth longer. The
// rows of a column sum's next block follow each other, and its tiles prefetch
// them from the first to the last, not for the columns that they read,
//
//     y[j] += X[i, j]     tile j: 4 of 48, block i: 4
//
//     tile 0     columns 0 ... 63 of four rows     prefetches the first 16
//     lines tile 12    columns 768 ... 831               for the second row's
//     first
//
// so that memory sees one stream, of which hardware reads ahead as well. In
// one place, from which a kernel reads on to the end, every vector is
// prefetched a page before it is read: then the next page has been looked for
// as well. An operator that reduces nothing prefetches where the first-level
// cache has room for it, and where it reads more than one operand or evaluates
// a function:
//
//     Y[i, j] = X[i, j] + Z[i, j]     12 MB each: 0.53 ms instead of 0.67
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_PREFETCHPLAN_H
#define NEO_SCHEDULE_PREFETCHPLAN_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct PrefetchPlan {
  unsigned loop;                 // the next step of which is prefetched
  std::optional<unsigned> outer; // which moves when `loop` begins anew
  /// Loops inside that find the operand in place.
  llvm::SmallVector<unsigned> inside;
  /// The loop inside whose tiles walk along the rows of a block together, so
  /// that the next rows are prefetched from the first to the last, as they lie.
  std::optional<unsigned> along;
  bool isStream = false; // whose elements are read once or twice
  /// How often the same is prefetched: by every step of a loop between, which
  /// finds the operand in place.
  int64_t again = 1;
};

/// How far `loop` moves from one tile, or block, to the next.
int64_t stepAround(const LoopNest &nest, const Schedule &schedule,
                   unsigned loop);

/// How `operand` is prefetched; nothing if it is not. Streams that are
/// prefetched into the first-level cache (`near`) need not come from memory.
std::optional<PrefetchPlan> findPrefetch(const LoopNest &nest,
                                         const Schedule &schedule,
                                         unsigned operand, bool near = false);

/// How many elements further on what a tile reads of `operand` is prefetched,
/// because it reads it in one go from beyond the second-level cache; 0 if it
/// does not. Where it has to be prefetched into that (not `near`), only from
/// memory and by reductions. A copy is no faster for a prefetch.
int64_t findStreamPrefetch(const LoopNest &nest, const Schedule &schedule,
                           const NestOperand &operand, bool near);

/// Is a tensor of `bytes` better prefetched where it lies than copied, if each
/// element is used `uses` times? A copy that goes through memory takes as long
/// as some hundred products of every element.
bool isBetterInPlace(double bytes, double uses);

/// Shortens the block of a reduction outside the tiles, until what it reads of
/// operands that are better in place can be prefetched one block ahead.
void shortenBlock(const LoopNest &nest, Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_PREFETCHPLAN_H
