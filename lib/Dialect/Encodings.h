//===- Encodings.h - Types say nothing of layouts ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// (C11) A layout is an index expression of an operator that copies, not a note
// on a type: an encoding would be a second place that says where elements lie.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ENCODINGS_H
#define NEO_DIALECT_ENCODINGS_H

#include "mlir/IR/Operation.h"

namespace neo {

/// Refuses an operator one of whose tensors has an encoding.
mlir::LogicalResult verifyEncodings(mlir::Operation *op);

} // namespace neo

#endif // NEO_DIALECT_ENCODINGS_H
