//===- WindowRead.h - Lanes out of a few windows ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes at known places that lie close together are found in a few vectors of
// neighbours (LaneWindows.h), which are read and put in order by one
// permutation each.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H

#include "TileState.h"

#include "Neo/Schedule/LaneWindows.h"

namespace neo {

/// The lanes at `places`, out of the windows that hold them; `load` reads one.
mlir::Value readWindows(TileState &state, llvm::ArrayRef<int64_t> places,
                        llvm::function_ref<mlir::Value(LaneWindow)> load);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_WINDOWREAD_H
