//===- OperandAccess.h - Loads and stores of one vector ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// How a vector is loaded follows from the positions of its lanes, never from
// the operator, and is decided by its plan (AccessPlan.h). This file emits the
// plan: VectorReader.cpp is a switch over the kinds of access, and every load
// is masked by the guard of the operand (GuardedBuffer.h). A vector of the
// result is stored as one contiguous run, as several, or lane by lane.
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
/// (AccessPlan::transposedLoop): one contiguous run per lane, transposed into
/// one vector per step.
llvm::SmallVector<mlir::Value>
readTransposed(TileState &state, const NestOperand &operand, mlir::Value buffer,
               const TilePoint &point, unsigned run);

/// Stores `value`, one vector or one scalar, to the output at `point`.
void storeResult(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

/// Loads the result at `point`: one vector, or one scalar.
mlir::Value readResult(TileState &state, mlir::Value buffer,
                       const TilePoint &point);
mlir::Value readScalarResult(TileState &state, mlir::Value buffer,
                             const TilePoint &point);

/// Stores one scalar to the output at `point`.
void storeScalar(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H
