//===- RowRegisters.h - What rows take of a thread's registers --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Statements that share rows hold in registers what one of them makes and a
// later one reads (RowKernel.cpp), for each column of a thread:
//
//     m[i]    max [j] x[i, j]       | x
//     e[i, j] exp(x - m)            |     e         4 bytes of each column are
//     s[i]    sum [j] e[i, j]             | e       held between two statements
//     y[i, j] e / s                         |
//
// Beside them a thread has addresses, sums and temporary values.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_ROWREGISTERS_H
#define NEO_LIB_SCHEDULE_GPU_ROWREGISTERS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The loops of a statement: those it shares, in their order, its own, and
/// those of one step, as `keepdims` leaves them, which are walked with the
/// rows.
struct GPURowStatement {
  ComputeOp op;
  llvm::SmallVector<int64_t> rows, columns, units;
};

/// Bytes of the widest element, 2 at least.
int64_t getWidestBytes(llvm::ArrayRef<GPURowStatement> statements);

/// Bytes that a thread holds of each of its columns between two statements: of
/// what is read or made before and read behind, and `least` of each at least.
int64_t countHeldBytes(llvm::ArrayRef<GPURowStatement> statements,
                       int64_t least);

/// Reads under guards that a statement makes of each column, at most.
int64_t countGuardedReads(llvm::ArrayRef<GPURowStatement> statements);

/// Registers of a thread beside the elements of its row; and those where it
/// holds more elements than usual, of which more are computed at once.
struct OtherRegisters {
  int64_t usual, ofMany;
};
OtherRegisters countOtherRegisters(llvm::ArrayRef<GPURowStatement> statements);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_ROWREGISTERS_H
