//===- LanePosition.h - argmax over the lanes of a vector -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An argmax over lanes: each lane holds the first position of its own extremum.
// The result is the least position among the lanes that hold the overall
// extremum; a NaN counts as the extremum.
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

/// Combines two vectors of extrema and their positions lane by lane: `y` where
/// it is better, or equal and at a smaller position.
llvm::SmallVector<mlir::Value> joinFirst(mlir::OpBuilder &b, mlir::Location loc,
                                         bool max, mlir::ValueRange x,
                                         mlir::ValueRange y);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LANEPOSITION_H
