//===- AMXReduction.h - A reduction in tile registers -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reduction of a tile whose schedule says `matrix` (AMXProduct.h), by
// the instructions of AMX:
//
//     sums = zeros
//     for the other reduction loops, for k in steps of 16 words
//       A = rows of the left operand, B = rows of the right one
//       sums += A * B, each register of A by each of B
//     stored on the stack, and read from there as the vectors of the tile
//
// Registers are values of type x86_amx, which loops carry. The number of rows
// and of bytes of each is an operand of every instruction, from which LLVM
// derives the configuration. At the end of a loop, registers begin before the
// tile, and their last rows and columns are taken:
//
//     37 rows    0..15, 16..31, 21..36
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_AMXREDUCTION_H
#define NEO_CONVERSION_NEOTOVECTOR_AMXREDUCTION_H

#include "TileState.h"

namespace neo {

/// `accumulators`, one vector for each point, plus the sums over all reduction
/// loops. `buffers` are those of the operands and the result.
llvm::SmallVector<mlir::Value>
emitAMXReduction(TileState &state, mlir::ValueRange buffers,
                 llvm::ArrayRef<TilePoint> points,
                 llvm::ArrayRef<mlir::Value> accumulators);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_AMXREDUCTION_H
