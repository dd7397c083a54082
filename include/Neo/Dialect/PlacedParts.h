//===- PlacedParts.h - Terms for a part of a tensor -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of a slice has terms for a part of the tensor. Where the part is
// small enough, neo-autodiff computes them as a tensor of their own
// (AdjointPartialSums.cpp), and canonicalization puts them in their places by a
// read under a guard (ComputeCanonicalization.cpp). Both have to mean the same
// parts: terms of a larger one would be written and read for nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_PLACEDPARTS_H
#define NEO_DIALECT_PLACEDPARTS_H

namespace neo {

/// Are `terms` so small a part of `elements` that they are computed apart?
/// Fitted on Zen 4: halves take half the time, and rows that are shifted by an
/// element, which fill all but a column, up to five times as long.
inline bool isPlacedPart(double terms, double elements) {
  return terms <= 0.75 * elements;
}

} // namespace neo

#endif // NEO_DIALECT_PLACEDPARTS_H
