//===- MathExpansions.h - Math expanded to arithmetic -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Most math operations become an intrinsic of LLVM or calls of the C library,
// lane by lane. A few have neither for vectors, and are expanded to arithmetic:
//
//     clampf x to [low, high]     min(max(x, low), high)
//     isinf x                     |x| == inf
//     fpowi x, n                  products if n is a constant, else powf(x, n)
//     ipowi x, n                  squarings, one for each bit of n
//
// They are expanded in kernels, and in the output of convert-neo-to-linalg for
// other compilers: MLIR's own conversions do not lower ipowi and isinf, and its
// expansion of clampf exchanges minimum and maximum.
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
