//===- AllowTF32.h - Programs whose f32 products may be of tf32 -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Tensor cores do not multiply f32. They multiply tf32, which has the range of
// f32 and 10 bits of mantissa instead of 23, and add up in f32. That is several
// times as fast and loses precision, so a program has to allow it:
//
//     module attributes {neo.allow_tf32} { ... }
//
// Which products are of tf32 is then said by their schedules (`mma 8`).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ALLOWTF32_H
#define NEO_DIALECT_ALLOWTF32_H

#include "mlir/IR/BuiltinOps.h"

namespace neo {

constexpr llvm::StringLiteral allowTF32AttrName = "neo.allow_tf32";

/// May products of f32 in the module of `op` be of tf32?
bool allowsTF32(mlir::Operation *op);

/// The attribute has no value.
mlir::LogicalResult verifyAllowTF32(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_DIALECT_ALLOWTF32_H
