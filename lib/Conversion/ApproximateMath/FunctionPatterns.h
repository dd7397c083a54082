//===- FunctionPatterns.h - math to the functions of vectors ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONPATTERNS_H
#define NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Adds a pattern for each operation of math that Functions.h expands. With
/// AVX-512, whole vectors of some of them take the shorter forms of
/// TableFunctions.h.
void populateFunctionPatterns(mlir::RewritePatternSet &patterns,
                              bool hasAVX512);

} // namespace neo

#endif // NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONPATTERNS_H
