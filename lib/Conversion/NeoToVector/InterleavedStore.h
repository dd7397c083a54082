//===- InterleavedStore.h - Interleaved results stored together -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Vectors whose lanes have stride s in the result, in a tile that covers all s
// residues, write a contiguous part of it. The even and the odd elements of a
// row, computed in separate vectors,
//
//     O[2 * x + b]     vector x: 16, tile b: 2
//
//     even:  e0 e1 e2 ... e15               e0 o0 e1 o1 ... e7  o7
//     odd:   o0 o1 o2 ... o15      -->      e8 o8 e9 o9 ... e15 o15
//
// are stored by as many contiguous stores as there are vectors, after s - 1
// shuffles each, where a scatter takes 16 scalar stores each. The residue
// pieces of a strided gradient are assembled this way.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H
#define NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H

#include "TransposedStore.h"

namespace neo {

/// Stores the vectors of a tile that interleave in the result; returns the
/// others.
llvm::SmallVector<FinishedVector>
storeInterleaved(TileState &state, llvm::ArrayRef<FinishedVector> vectors,
                 mlir::Value buffer);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_INTERLEAVEDSTORE_H
