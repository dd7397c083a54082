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
// go to another row, and page, every 12 lines: no stream continues before all
// rows were visited, and every visit waits for its first lines. With blocks of
// eight rows the tiles follow eight streams at once,
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
// Without a reduction it is the loops around the tile that change streams. A
// row that is written to 30 rows,
//
//     Z[i, j] = d[j]      order [j, i]     1.3 ms for 30 x 100000
//                         order [i, j]     0.22
//
// is read once in the first order, and the second, which reads it again for
// every few rows, goes on in each of them from where it was.
//
// Rows that begin anywhere in a cache line go through the caches, which read
// every line before it is written. One stream of such lines does not keep the
// memory of a processor busy that prefetches streams in the first-level cache:
// 64 planes of 224 x 224, padded to rows of 912 bytes, take 1.36 ms in one
// place, 1.01 in four planes at once, and 0.89 in eight. That pays where each
// goes on for long: four rows of 20 KB at once take 1.1 to 1.2 times as long as
// one.
//
// This is no matter of what is used often: then it is worth a copy that lies as
// it is read (Packing.h), and the way from memory is not what takes the time.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_STREAMBANDWIDTH_H
#define NEO_SCHEDULE_STREAMBANDWIDTH_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Is every element of a tensor of `type` read once or twice?
bool isReadSeldom(const LoopNest &nest, mlir::RankedTensorType type);
/// Does the nest read some operand so, so that blocks are rows to walk along
/// together?
bool readsStream(const LoopNest &nest);

/// How many times as long as in one go the bytes of a tensor of `type`, too
/// large for the caches, take in the order in which tiles visit `access`;
/// `near`: streams are prefetched into the first-level cache (InstructionSet).
double paceOfStream(const LoopNest &nest, const Schedule &schedule,
                    const LinearForm &access, mlir::RankedTensorType type,
                    bool near = false);

/// The same where nothing is reduced, and the loops around a tile run in the
/// order `order`, outermost first; `near` as before.
double paceOfOrder(const LoopNest &nest, const Schedule &schedule,
                   const LinearForm &access, mlir::RankedTensorType type,
                   llvm::ArrayRef<unsigned> order, bool near);

/// In how many places a tile reads an operand whose elements are used once or
/// twice; 0 of any other.
int64_t placesOfStream(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand);

/// Do the blocks of a nest that reads a stream find what they left in its
/// result in the first-level cache? Only where the stream is prefetched there;
/// elsewhere eight rows at a time are best, as what they leave says.
bool keepsSumsNear(const LoopNest &nest, const TargetModel &target);

} // namespace neo

#endif // NEO_SCHEDULE_STREAMBANDWIDTH_H
