//===- PrefetchSegments.h - Prefetches distributed over steps ---*- C++ -*-===//
//-*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a kernel reads next is a number of contiguous segments of some cache
// lines each. They are prefetched during the steps before, with the lines
// distributed evenly over these: with 32 segments of 9 lines and 112 steps,
//
//     step 0   segment 0, lines 0 1 2      step 3   segment 1, lines 0 1 2
//     step 1   segment 0, lines 3 4 5      ...
//     step 2   segment 0, lines 6 7 8      step 95  segment 31, lines 6 7 8
//
// The remaining steps prefetch the last lines again. A tensor may begin
// anywhere in a line; then 9 lines of elements overlap 10, of which the first
// has been fetched with the elements before it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PREFETCHSEGMENTS_H
#define NEO_CONVERSION_NEOTOVECTOR_PREFETCHSEGMENTS_H

#include "TileState.h"

namespace neo {

/// Segments of a tensor, as a nest of counts and strides.
class PrefetchSegments {
public:
  explicit PrefetchSegments(mlir::RankedTensorType type, int64_t run = 1)
      : type(type), segment(run) {}

  /// Repeats all segments so far `count` times, `stride` elements apart.
  void repeat(int64_t count, int64_t stride);

  int64_t linesOfSegment() const;
  int64_t lines() const { return segments * linesOfSegment(); }
  /// Prefetches the share of step `number` of `uses`; the first segment is at
  /// `from` in `buffer`. Prefetches into L2, or, if `near`, into L1.
  void prefetch(TileState &state, mlir::Value buffer, mlir::Value from,
                mlir::Value number, int64_t uses, bool near = false) const;

private:
  struct Digit {
    int64_t count, stride;
  };

  mlir::RankedTensorType type;
  int64_t segment, segments = 1;
  bool aligned = true;
  llvm::SmallVector<Digit> digits; // the first one varies fastest
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PREFETCHSEGMENTS_H
