//===- WindowRead.h - Lanes from contiguous windows -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes at statically known positions that are close together are covered by a
// few contiguous vectors (LaneWindows.h), which are loaded and combined by one
// permutation each.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H

#include "TileState.h"

#include "Neo/Schedule/LaneWindows.h"

namespace neo {

/// The lanes at `places`, from the windows that contain them; `load` loads one.
mlir::Value readWindows(TileState &state, llvm::ArrayRef<int64_t> places,
                        llvm::function_ref<mlir::Value(LaneWindow)> load);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H
