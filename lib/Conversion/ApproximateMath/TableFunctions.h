//===- TableFunctions.h - Functions of f32 for AVX-512 ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A register of AVX-512 holds a table of 16 numbers, two hold one of 32, and a
// permutation looks up all lanes at once. A function on so many intervals needs
// a polynomial of degree 3 to 5 on each, where one polynomial for all takes
// degree 6 to 8, or an exponential and a division:
//
//     tanh x   intervals of 37/128 around i * 37/128, i < 32; the lookup gives
//              the coefficients of q, and tanh x = m + m * q(x - i * 37/128),
//              where m = x near 0 and the sign of x beyond: both leave a small
//              q, so that its rounding weighs little
//     erf x    the same with 16 intervals of 131/512; in 1 + erf x, as GELU has
//              it, rounding hides what is small: a polynomial of erf itself
//     log x    x = 2^n * m, 1 <= m < 2; a sixteenth of [1, 2) gives c with
//              m * c near 1, so that log x = n ln 2 - log c + log(1 + r) with
//              r = m * c - 1. Just below 1, where n = -1, the first two cancel:
//              their c is half as large, and -log c is nearly an f32
//     exp x    x = n ln 2 + r, where n counts in sixteenths; the lookup gives
//              2^(n - floor n), e^r takes degree 3, and vscalefps multiplies by
//              2^(floor n), also where the result is denormal or infinite; x
//              needs no bounds, vrangeps keeps r within a sixteenth
//
// Vectors of fewer lanes, and scalars, are computed as sixteen: the result of a
// function must not depend on the number of lanes in which a kernel computes
// it.
//
// Instructions that split a number into 2^n and m support denormal numbers, and
// define the results for 0, infinities and negative numbers, so no selects are
// needed. The magic constant of rounding is that of Lanes.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_APPROXIMATEMATH_TABLEFUNCTIONS_H
#define NEO_CONVERSION_APPROXIMATEMATH_TABLEFUNCTIONS_H

#include "Neo/Conversion/Lanes.h"

namespace neo {

/// The result of `function` (math.exp, log, log2, tanh or erf) of `x`, an f32
/// or a vector of at most 16; null of others.
mlir::Value expandByTable(mlir::Operation *function, Float x);

} // namespace neo

#endif // NEO_CONVERSION_APPROXIMATEMATH_TABLEFUNCTIONS_H
