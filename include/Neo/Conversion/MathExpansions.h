//===- MathExpansions.h - Functions that LLVM has not got -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Most math operations become an intrinsic of LLVM or a call of the C library,
// lane by lane. A few have neither for vectors, and are written as arithmetic:
//
//     clampf x to [low, high]     min(max(x, low), high)
//     isinf x                     |x| == inf
//     fpowi x, n                  products if n is a constant, else powf(x, n)
//     ipowi x, n                  squarings, one for each bit of n
//
// Kernels have them expanded, and so does what convert-neo-to-linalg hands to
// other compilers: MLIR's own conversions leave ipowi and isinf, and its clampf
// takes the smaller for the larger.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_MATHEXPANSIONS_H
#define NEO_CONVERSION_MATHEXPANSIONS_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Adds a pattern for each of the operations above.
void populateMathExpansions(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_CONVERSION_MATHEXPANSIONS_H
