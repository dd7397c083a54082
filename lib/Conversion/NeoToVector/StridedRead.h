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
// A range begins at a multiple of s in the buffer, as far as is known: taps of
// a window that differ by less than s then share its vectors, and differ in
// which elements they pick.
//
//     tap 0     a . b . | c . d .         tap 1     . e . f | . g . h
//
// Where the taps of a window lie on both sides of such a multiple, all use the
// range that holds most of them, and the one lane that it does not hold is read
// by itself:
//
//     tap -1  e . f . g | . h . .         without element -1, lane 0
//     tap 0     a . b . | c . d .         tap 1     . e . f | . g . h
//
// What lies before the first and behind the last lane is read only where it is
// in the buffer for certain, and what a guard keeps away from is not read
// (LaneGuard.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H

#include "TileState.h"

namespace neo {

/// The elements that are read for the lanes of one vector.
struct StridedRange {
  int64_t stride;
  int64_t phase;       // the element of lane 0
  int64_t valid;       // lanes that count; the others are 0
  int64_t first, last; // those that may be read, as far as bounds go
  std::optional<int64_t> missing = std::nullopt; // a lane not in the range
};

/// The range of `operand` at `point`.
StridedRange findStridedRange(const TileState &state,
                              const NestOperand &operand,
                              const TilePoint &point, int64_t stride);

/// The lanes out of the parts of the range, of which there are as many as the
/// stride.
mlir::Value pickStrided(TileState &state, llvm::ArrayRef<mlir::Value> parts,
                        const StridedRange &range);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H
