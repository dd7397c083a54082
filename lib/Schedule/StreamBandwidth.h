//===- StreamBandwidth.h - Bandwidth by order of access ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Bandwidth depends on the order of accesses: the hardware prefetcher follows a
// few sequential streams at a time and prefetches each. The column sums of a
// matrix with long rows,
//
//     y[j] += X[i, j]     vector j: 16, tile j: 12     768 bytes of every row
//
// change to another row, and page, every 12 lines: no stream continues before
// all rows were visited, and every visit waits for its first lines. With blocks
// of eight rows the tiles follow eight streams at once,
//
//     y[j] += X[i, j]     vector j: 16, tile j: 4, block i: 8
//
// which takes half the time for the same bytes. Too long a visit outruns the
// prefetcher. Where the next rows are prefetched into L1
// (InstructionSet::nearStreams), four streams leave room for them and for the
// sums. Without a reduction one stream at a time is best; also where rows are
// summed and nothing else is read. A product of a matrix and a vector reuses
// the vector for a few rows at once: four,
//
//     y[i] = sum_k A[i, k] * x[k]     320 x 640:   8 rows 8.0 us, 4 rows 6.0
//                                     1500 x 1500: 8 rows 145 us, 4 rows 128
//
// and two of each where two matrices are multiplied row by row (104 us and 88
// for 1024 x 1024): the prefetcher follows four streams, and loses eight. Rows
// in the last-level cache that lie whole pages apart conflict in the sets of
// L1, and of them it is two (1024 x 1024: 41 us, four 45, six 43). Beyond any
// cache (64 MB) eight take 1.51 ms and four 1.58: there Neo prefetches the next
// rows itself (PrefetchPlan.h).
//
// Without a reduction the loops around the tile switch between streams. A row
// that is copied to 30 rows,
//
//     Z[i, j] = d[j]      order [j, i]     1.3 ms for 30 x 100000
//                         order [i, j]     0.22
//
// is read once in the first order; the second reads it again for every few
// rows, but writes each of them sequentially.
//
// Misaligned rows cannot be written by streaming stores, so every line is read
// for ownership before it is written. One such stream does not saturate memory
// on processors that prefetch streams into L1: 64 planes of 224 x 224, padded
// to rows of 912 bytes, take 1.36 ms as one stream, 1.01 with four planes at
// once, and 0.89 with eight. That pays for long runs only: four rows of 20 KB
// at once take 1.1 to 1.2 times as long as one.
//
// Tensors whose elements are reused often are not modelled here: they are
// packed (Packing.h), and bandwidth is not the bottleneck.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_STREAMBANDWIDTH_H
#define NEO_SCHEDULE_STREAMBANDWIDTH_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Is every element of a tensor of `type` read only once or twice?
bool isReadSeldom(const LoopNest &nest, mlir::RankedTensorType type);
/// Does the nest read some operand as a stream, so that blocks are rows that
/// are read together?
bool readsStream(const LoopNest &nest);

/// Slowdown, relative to one sequential stream, of a tensor beyond the caches
/// in the order in which tiles visit `access`; `near`: streams are prefetched
/// into L1 (InstructionSet).
double slowdownOfStream(const LoopNest &nest, const Schedule &schedule,
                        const LinearForm &access, mlir::RankedTensorType type,
                        bool near = false);

/// The same without a reduction, for the loops around a tile in the order
/// `order`, outermost first.
double slowdownOfOrder(const LoopNest &nest, const Schedule &schedule,
                       const LinearForm &access, mlir::RankedTensorType type,
                       llvm::ArrayRef<unsigned> order, bool near);

/// The number of streams of a tile in an operand whose elements are used once
/// or twice; 0 for any other operand.
int64_t placesOfStream(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand);

/// Should partial sums between blocks of a nest that reads a stream stay in L1?
/// Only where the stream is prefetched into L1; elsewhere eight rows at a time
/// are best, whatever the size of their sums.
bool keepsSumsInL1(const LoopNest &nest, const TargetModel &target);

} // namespace neo

#endif // NEO_SCHEDULE_STREAMBANDWIDTH_H
