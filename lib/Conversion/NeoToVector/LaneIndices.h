//===- LaneIndices.h - Indices that lanes divide ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The lanes of a vector have indices a constant apart, unless these are
// divided:
//
//     i: 16 lanes      2 * i + 3                 a broadcast and a constant
//                      (2 * i + j) mod 3         16 scalar remainders, or
//
// here the vector of 2 * i + j, its quotient by 3 (SmallDivision.h), and what
// is left: five instructions in place of a hundred.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_NEOTOVECTOR_LANEINDICES_H
#define NEO_LIB_CONVERSION_NEOTOVECTOR_LANEINDICES_H

#include "TileState.h"

namespace neo {

/// `expr` in each lane of the vector at `offsets`, by operations on vectors of
/// index; null where something that is divided has no bound, or a large one.
mlir::Value divideLanes(TileState &state, mlir::AffineExpr expr,
                        llvm::ArrayRef<int64_t> offsets);

} // namespace neo

#endif // NEO_LIB_CONVERSION_NEOTOVECTOR_LANEINDICES_H
