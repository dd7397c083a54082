//===- StridedRead.h - Every s-th element of a range ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The lanes of a strided convolution lie s elements apart. The range they lie
// in is read whole, as s vectors of neighbours, and shuffles pick the elements:
//
//     range     a . b . | c . d .         lanes 4, stride 2
//     picked    a b c d
//
// Nothing behind the last lane is read. A guard that bounds the lanes bounds
// the elements between them as well: with lane x at element e = s * x, the
// condition a * x + c >= 0 is a * e + s * c >= 0.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H

#include "TileState.h"

namespace neo {

/// Which elements of each part of the range may be read, null where all may;
/// nothing if a condition of `guard` cannot be asked of elements between lanes.
/// `shared` is the part of the guard that all lanes have in common, or null.
std::optional<llvm::SmallVector<mlir::Value>>
stridedMasks(TileState &state, llvm::ArrayRef<NestCondition> guard,
             mlir::Value shared, const TilePoint &point, int64_t stride);

/// The lanes out of the parts of the range, of which there are as many as the
/// stride.
mlir::Value pickStrided(TileState &state, llvm::ArrayRef<mlir::Value> parts);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H
