//===- OperandAccess.h - Loads and stores of one vector ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// How a vector is read follows from where its lanes lie, never from the
// operator: one element broadcast, neighbours in one load, runs of neighbours
// put together, or element by element. Guards become masks of the load; a
// masked-off element is not touched, so an index outside the buffer under a
// failing guard is harmless.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H
#define NEO_CONVERSION_NEOTOVECTOR_OPERANDACCESS_H

#include "TileState.h"

namespace neo {

/// What is read where the guard of `operand` fails.
mlir::TypedAttr getPad(const NestOperand &operand);

/// Reads operand `operand` from the flat `buffer` at `point`.
mlir::Value readOperand(TileState &state, const NestOperand &operand,
                        mlir::Value buffer, const TilePoint &point);

/// Reads `operand` at `point` and at the next steps of loop `run`
/// (findRunLoop): one run of neighbours per lane, transposed into one vector
/// per step.
llvm::SmallVector<mlir::Value>
readTransposed(TileState &state, const NestOperand &operand, mlir::Value buffer,
               const TilePoint &point, unsigned run);

/// Can readTransposed read runs of `steps` such elements?
bool canReadTransposed(mlir::Type element, int64_t steps, int64_t lanes);

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
