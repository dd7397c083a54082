//===- UniformDivision.h - Division by a broadcast scalar -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_UNIFORMDIVISION_UNIFORMDIVISION_H
#define NEO_CONVERSION_UNIFORMDIVISION_UNIFORMDIVISION_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Adds a pattern that multiplies by the reciprocal where all lanes of a vector
/// of f32 are divided by one number; the results are those of the division.
void populateUniformDivision(mlir::RewritePatternSet &patterns, bool hasAVX512);

} // namespace neo

#endif // NEO_CONVERSION_UNIFORMDIVISION_UNIFORMDIVISION_H
