//===- Halves.h - Floats of 16 bits, and their sums -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sums of halves are kept in f32 and rounded once at the end, on every machine
// and in every pass (docs/Numerics.md): of ten thousand ones in f16, added in
// f16, 2048 would be left.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_HALVES_H
#define NEO_DIALECT_HALVES_H

#include "mlir/IR/BuiltinTypes.h"

namespace neo {

/// Is `type` a float of 16 bits?
inline bool isHalf(mlir::Type type) { return type.isF16() || type.isBF16(); }

/// The type in which sums and products of many `element` are kept.
inline mlir::Type getSumElement(mlir::Type element) {
  return isHalf(element) ? mlir::Float32Type::get(element.getContext())
                         : element;
}

} // namespace neo

#endif // NEO_DIALECT_HALVES_H
