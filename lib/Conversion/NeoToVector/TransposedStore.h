//===- TransposedStore.h - Strided lanes by transposition -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where lanes are strided in the result, the steps of a tile may be contiguous
// in it: the lanes of a convolution are its output channels, and its tile is 14
// pixels of a row. The 14 vectors are transposed in registers, and each
// channel's pixels are stored contiguously:
//
//     C[k, p, q]       vector k: 16, tile q: 14      14 vectors of 16 channels
//                                               ->   16 stores of 14 pixels
//
// The loops whose steps are contiguous in the result are the run of a schedule
// (getStoreRun). There may be several of them: the taps of a weight gradient
// are runs of r and s.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_TRANSPOSEDSTORE_H
#define NEO_CONVERSION_NEOTOVECTOR_TRANSPOSEDSTORE_H

#include "TileBody.h"

namespace neo {

/// A vector of the tile that is ready to be stored, and its point.
struct FinishedVector {
  mlir::Value value;
  TilePoint point;
};

/// Splits a tile into groups of at most `most` vectors whose elements are
/// contiguous in the result.
llvm::SmallVector<llvm::SmallVector<FinishedVector>>
findRuns(llvm::ArrayRef<FinishedVector> vectors, const LinearForm &output,
         int64_t most);

/// Stores the vectors of a tile that belong to runs, transposed to rows, and
/// combined with partial results by `body` if `blockStart` is given. Returns
/// the vectors that belong to no run.
llvm::SmallVector<FinishedVector>
storeTransposed(TileState &state, TileBody &body,
                llvm::ArrayRef<FinishedVector> vectors, mlir::Value buffer,
                mlir::Value blockStart);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_TRANSPOSEDSTORE_H
