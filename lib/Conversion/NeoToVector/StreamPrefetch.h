//===- StreamPrefetch.h - Software prefetch of streams ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operand that a kernel reads from memory in one go, from its first element
// to its last (findStreamPrefetch), is prefetched line by line, a page before
// it is read:
//
//     y[i] += X[i, j]     for i, for j by 4 vectors
//
//       prefetch X[i, j + 1024 ...], four lines      the next row, at the end
//       sums += X[i, j ...], four vectors
//
// Lines come to the second-level cache where the first has room for a few
// misses at a time, else to the first (InstructionSet::nearStreams). Hardware
// reads ahead as well, but it stops at the end of every page. Behind the end of
// the tensor nothing is read and nothing fails.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H
#define NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H

#include "TileState.h"

namespace neo {

class StreamPrefetch {
public:
  StreamPrefetch(TileState &state, mlir::ValueRange buffers);

  /// Prefetches what lies further on than the vector of `operand` at `point`.
  void prefetch(unsigned operand, const TilePoint &point);

private:
  TileState &state;
  mlir::ValueRange buffers;
  bool near;
  llvm::SmallVector<int64_t> ahead; // elements, for each operand
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H
