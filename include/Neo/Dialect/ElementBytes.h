//===- ElementBytes.h - What an element takes in memory ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Tensors lie in memory without gaps, each element in whole bytes: an i1 takes
// one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ELEMENTBYTES_H
#define NEO_DIALECT_ELEMENTBYTES_H

#include "mlir/IR/BuiltinTypes.h"

namespace neo {

/// Bytes of one element of `type`.
inline int64_t getElementBytes(mlir::RankedTensorType type) {
  return std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
}

} // namespace neo

#endif // NEO_DIALECT_ELEMENTBYTES_H
