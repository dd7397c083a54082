//===- Footprint.h - Cache lines that loops access --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The footprint of a range of loops in a tensor, in whole cache lines.
// Overlapping accesses are counted once: a window of 4 that slides over 224
// pixels reads 227 elements of a row, not 896,
//
//     A[k, 2 * p + r, 2 * q + s]     r: 7, s: 7, p: 112, q: 112
//       s and q: 229 contiguous      r and p: 229 rows
//
// so loops are merged, smallest stride first, where they overlap or are
// contiguous. Steps of less than a line are one run as well, of which only a
// part is accessed: x[2 * i] moves all lines of x.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_FOOTPRINT_H
#define NEO_LIB_SCHEDULE_FOOTPRINT_H

#include "Neo/Schedule/LoopNest.h"

#include <optional>

namespace neo {

/// A tensor with its access.
struct WalkedTensor {
  const LinearForm *access;
  double elementBytes;
  double tensorBytes;
  std::optional<double> reach; // range of the divisions in its access
};

/// Do steps of `stride` elements stay in the lines of a contiguous run of `run`
/// elements, or of lines beside it?
bool staysInRun(double stride, double run, double elementBytes);

/// The footprint of `tensor` in bytes of whole cache lines, while every loop of
/// `nest` runs over its range. With `hasWindows` adjacent points of a tile read
/// the same rows.
double bytesWithin(const LoopNest &nest, const WalkedTensor &tensor,
                   llvm::ArrayRef<int64_t> ranges, bool hasWindows);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_FOOTPRINT_H
