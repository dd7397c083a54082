//===- StridedRead.h - Strided loads by shuffles ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The lanes of a strided convolution have stride s. The range that contains
// them is loaded whole, as s contiguous vectors, or fewer where not all lanes
// are valid, and shuffles select the elements:
//
//     range     a . b . | c . d .         lanes 4, stride 2
//     picked    a b c d
//
// A range begins at a multiple of s, as far as the position is known
// statically: taps of a window that differ by less than s then share its loads,
// and differ in the elements that they select.
//
//     tap 0     a . b . | c . d .         tap 1     . e . f | . g . h
//
// Where the taps of a window are on both sides of such a multiple, all use the
// range that contains most of them, and the one lane that it does not contain
// is loaded separately:
//
//     tap -1  e . f . g | . h . .         without element -1, lane 0
//     tap 0     a . b . | c . d .         tap 1     . e . f | . g . h
//
// Elements before the first and after the last lane are loaded only if they are
// proven to be in bounds, and not under a failing guard (LaneGuard.h).
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
  int64_t valid;       // valid lanes; the others take the last one's element
  int64_t first, last; // elements that are in bounds
  std::optional<int64_t> missing = std::nullopt; // a lane not in the range

  /// The element that a lane takes.
  int64_t elementOf(int64_t lane) const;
  /// How many vectors of `lanes` elements hold those of all lanes.
  int64_t countParts(int64_t lanes) const;
};

/// The range of `operand` at `point`.
StridedRange findStridedRange(const TileState &state,
                              const NestOperand &operand,
                              const TilePoint &point, int64_t stride);

/// Selects the lanes from the parts of the range (StridedRange::countParts).
mlir::Value pickStrided(TileState &state, llvm::ArrayRef<mlir::Value> parts,
                        const StridedRange &range);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STRIDEDREAD_H
