//===- Footprint.h - What loops touch of a tensor ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// While some loops run over a range, a tensor is touched in some elements, and
// these lie in whole cache lines. Loops that go where others have gone touch
// nothing new: a window of 4 that slides over 224 pixels reads 227 elements of
// a row, not 896,
//
//     A[k, 2 * p + r, 2 * q + s]     r: 7, s: 7, p: 112, q: 112
//       s and q: 229 neighbours      r and p: 229 rows
//
// so strides are merged, the shortest first, where one continues another.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_FOOTPRINT_H
#define NEO_LIB_SCHEDULE_FOOTPRINT_H

#include "Neo/Schedule/LoopNest.h"

#include <optional>

namespace neo {

/// A tensor that loops go through.
struct WalkedTensor {
  const LinearForm *access;
  double elementBytes;
  double tensorBytes;
  std::optional<double> reach; // of its divisions
};

/// Bytes that `tensor` is touched in while every loop of `nest` runs over its
/// range, in whole cache lines. With `hasWindows` neighbours in a tile read the
/// same rows.
double bytesWithin(const LoopNest &nest, const WalkedTensor &tensor,
                   llvm::ArrayRef<int64_t> ranges, bool hasWindows);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_FOOTPRINT_H
