//===- PlacedRead.h - Lanes read in shifted parts ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes whose places are known (PlacedLanes.h) are found in a few windows,
// which are read and permuted (LaneWindows.h), or they are neighbours but for a
// few shifts. Each shift is one load of a whole vector from where its lanes are
// in place, of which the others are masked off. The masks are constants, and so
// are the edges of the picture, except in the tiles along them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PLACEDREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_PLACEDREAD_H

#include "TileState.h"

#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/PlacedLanes.h"

namespace neo {

/// One load: where the vector begins, and which of its lanes count.
struct PlacedPart {
  mlir::Value from, mask;
};

/// The loads that read the lanes of `access` at `places`; `mask` is null or
/// says which lanes may be read at all.
llvm::SmallVector<PlacedPart> placedParts(TileState &state,
                                          const LinearForm &access,
                                          llvm::ArrayRef<int64_t> places,
                                          mlir::Value mask,
                                          const TilePoint &point);

/// The lanes at `places`, out of the windows that hold them; `load` reads one.
mlir::Value readWindows(TileState &state, llvm::ArrayRef<int64_t> places,
                        llvm::function_ref<mlir::Value(LaneWindow)> load);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDREAD_H
