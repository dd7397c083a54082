//===- StreamPrefetch.h - Software prefetch of streams ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operand that a kernel reads from memory as one sequential stream, from its
// first element to its last (findStreamPrefetch), is prefetched line by line, a
// page ahead:
//
//     y[i] += X[i, j]     for i, for j by 4 vectors
//
//       prefetch X[i, j + 1024 ...], four lines      at the end, of the next
//       row sums += X[i, j ...], four vectors
//
// Lines are prefetched into L2 if L1 has few line fill buffers, else into L1
// (InstructionSet::nearStreams). The hardware prefetcher reads ahead as well,
// but stops at the end of every page. A prefetch beyond the end of the tensor
// has no effect.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H
#define NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H

#include "TileState.h"

namespace neo {

class StreamPrefetch {
public:
  StreamPrefetch(TileState &state, mlir::ValueRange buffers);

  /// Emits the prefetch that belongs to the vector of `operand` at `point`.
  void prefetch(unsigned operand, const TilePoint &point);

private:
  TileState &state;
  mlir::ValueRange buffers;
  bool near;
  llvm::SmallVector<int64_t> ahead; // distance, by operand
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STREAMPREFETCH_H
