//===- DotProductInstructions.h - Packed dot products -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A body that is a packed dot product (PackedDotProduct.h) becomes one
// instruction where the processor has it: vdpbf16ps adds two products of bf16
// to each f32 of an accumulator, vpdpbusd four products of bytes to each i32,
// and vpmaddwd makes the sum of two products of i16, which vpaddd adds.
// Elsewhere the body is computed as it is written.
//
// vdpbf16ps flushes denormal numbers to 0, and rounds between its two
// additions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_DOTPRODUCTINSTRUCTIONS_H
#define NEO_CONVERSION_NEOTOVECTOR_DOTPRODUCTINSTRUCTIONS_H

#include "TileState.h"

namespace neo {

/// `accumulator` plus the packed dot product of the body, by one instruction;
/// null if there is none. `values` maps the body's arguments.
mlir::Value tryPackedDotProduct(TileState &state, mlir::Value accumulator,
                                mlir::IRMapping &values);

/// The vector of packed words that the body assembles from operands, by one
/// load; null if their parts are not contiguous in memory. `buffers` are those
/// of the operands, null for operands without one.
mlir::Value tryReadWords(TileState &state, mlir::ValueRange buffers,
                         const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_DOTPRODUCTINSTRUCTIONS_H
