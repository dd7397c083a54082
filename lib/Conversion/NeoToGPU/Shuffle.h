//===- Shuffle.h - Values of other lanes ------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// shfl.sync moves 32 bits between the lanes of a warp (PTX manual,
// "shfl.sync"). Wider values go in halves, narrower ones in the low bits of a
// word.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_SHUFFLE_H
#define NEO_CONVERSION_NEOTOGPU_SHUFFLE_H

#include "KernelState.h"

namespace neo {

/// `value` of the lane whose number differs by `distance`, a power of two, in
/// its bit. All lanes of the warp have to be there.
mlir::Value shuffleXor(KernelState &state, mlir::Value value, int64_t distance);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_SHUFFLE_H
