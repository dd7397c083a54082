//===- InterleavedStore.h - Vectors that alternate --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes that lie every s-th element apart, in a tile that has the s steps in
// between, fill their part of the result without a gap. The even and the odd
// elements of a row, computed by vectors of their own,
//
//     O[2 * x + b]     vector x: 16, tile b: 2
//
//     even:  e0 e1 e2 ... e15               e0 o0 e1 o1 ... e7  o7
//     odd:   o0 o1 o2 ... o15      -->      e8 o8 e9 o9 ... e15 o15
//
// leave by as many stores as there are vectors, after s - 1 shuffles for each,
// where storing lane by lane takes 16 stores for each. That is how the pieces
// of a strided gradient, which differ by the residue of an index, are put
// together.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H
#define NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H

#include "TransposedStore.h"

namespace neo {

/// Stores the vectors of a tile that alternate in the result; returns the
/// others.
llvm::SmallVector<FinishedVector>
storeInterleaved(TileState &state, llvm::ArrayRef<FinishedVector> vectors,
                 mlir::Value buffer);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H
