//===- OperandAccess.h - Loads and stores of one vector ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// How a vector is read follows from where its lanes lie, never from the
// operator, and is decided by its plan (AccessPlan.h). What is emitted here is
// that plan: VectorReader.cpp is a switch over its ways, and every load goes
// through the guard of the operand (GuardedBuffer.h). A vector of the result is
// stored as one run, as several or lane by lane.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H
#define NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H

#include "TileState.h"

namespace neo {

/// Reads operand `operand` from the flat `buffer` at `point`.
mlir::Value readOperand(TileState &state, const NestOperand &operand,
                        mlir::Value buffer, const TilePoint &point);

/// Reads `operand` at `point` and at the next steps of loop `run`
/// (AccessPlan::transposedLoop): one run of neighbours per lane, transposed
/// into one vector per step.
llvm::SmallVector<mlir::Value>
readTransposed(TileState &state, const NestOperand &operand, mlir::Value buffer,
               const TilePoint &point, unsigned run);

/// Stores `value`, one vector or one scalar, to the output at `point`.
void storeResult(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

/// What the output holds at `point`: one vector, or one scalar.
mlir::Value readResult(TileState &state, mlir::Value buffer,
                       const TilePoint &point);
mlir::Value readScalarResult(TileState &state, mlir::Value buffer,
                             const TilePoint &point);

/// Stores one scalar to the output at `point`.
void storeScalar(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H
