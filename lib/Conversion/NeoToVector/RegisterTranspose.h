//===- RegisterTranspose.h - Transposition in registers ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile whose lanes are strided in a buffer is loaded and stored as contiguous
// rows, and transposed in registers:
//
//     a0 a1 a2 a3            a0 b0 c0 d0
//     b0 b1 b2 b3     <->    a1 b1 c1 d1
//     c0 c1 c2 c3            a2 b2 c2 d2
//     d0 d1 d2 d3            a3 b3 c3 d3
//
// Every step is a shuffle of two registers that is one instruction: units of
// two rows are interleaved within 128-bit blocks (unpack), then whole blocks
// are exchanged. 16 rows of 16 take 64 shuffles, where a scatter takes 256
// scalar stores.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_REGISTERTRANSPOSE_H
#define NEO_CONVERSION_NEOTOVECTOR_REGISTERTRANSPOSE_H

#include "mlir/IR/Builders.h"

namespace neo {

/// `rows`, at most as many as each has lanes, transposed: one register per
/// lane, whose first elements are those of the rows.
llvm::SmallVector<mlir::Value>
transposeRegisters(mlir::OpBuilder &b, mlir::Location loc,
                   llvm::SmallVector<mlir::Value> rows);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_REGISTERTRANSPOSE_H
