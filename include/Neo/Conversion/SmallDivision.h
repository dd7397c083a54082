//===- SmallDivision.h - Division of small indices --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Strength reduction: a division of an index by a constant is a multiplication
// and a shift. LLVM knows that, too, but not that indices are small: it takes
// the upper half of a product of 64 bits, which no vector instruction gives,
// and so divides lane by lane, 80 instructions for a vector of eight. The
// loops' extents bound the index, and in 31 bits the product fits 64:
//
//     (i + 2 * j) floordiv 5,  i < 62, j < 17          x in [0, 93]
//     -->  (x * 3435973837) >> 34
//
// Of x < 2^31 and d <= 2^l the multiplier is m = ceil(2^(31 + l) / d), which is
// below 2^32. It is too large by e / d for some e < d, and e * x < 2^(31 + l),
// so that the quotient is the floor. Indices below 0 are moved up by a multiple
// of d, which comes off the quotient again. Source: Granlund and Montgomery,
// Division by Invariant Integers Using Multiplication (PLDI 1994), section 4.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_SMALLDIVISION_H
#define NEO_CONVERSION_SMALLDIVISION_H

#include "Neo/Dialect/AffineRange.h"

#include "mlir/IR/Builders.h"

namespace neo {

/// `value`, an index, an i64 or a vector of these in `range`, divided by
/// `divisor` and rounded down; null where one of them is too large, or `value`
/// is of another type: LLVM multiplies narrow ones itself.
mlir::Value divideSmall(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value value, AffineInterval range,
                        int64_t divisor);

} // namespace neo

#endif // NEO_CONVERSION_SMALLDIVISION_H
