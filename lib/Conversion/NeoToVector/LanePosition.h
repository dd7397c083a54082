//===- LanePosition.h - The first extremum of a vector ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each lane has found its own first extremum. The first of all lanes is the
// least position of those lanes that hold the extremum; NaN counts as one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANEPOSITION_H
#define NEO_CONVERSION_NEOTOVECTOR_LANEPOSITION_H

#include "TileState.h"

namespace neo {

/// The position, of the elements of `positions`, of the largest (`max`) or
/// smallest of `values`.
mlir::Value findFirst(mlir::OpBuilder &b, mlir::Location loc, bool max,
                      mlir::Value values, mlir::Value positions);

/// Each lane's extremum and its position, of what two vectors found: that of
/// `y` where it is better, or as good and came first.
llvm::SmallVector<mlir::Value> joinFirst(mlir::OpBuilder &b, mlir::Location loc,
                                         bool max, mlir::ValueRange x,
                                         mlir::ValueRange y);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LANEPOSITION_H
