//===- SingleFunctions.h - exp, log and others on vectors of f32 *- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The C library computes one number per call. These functions compute all lanes
// at once, by polynomials and a few integer operations, without calls and
// branches. Each reduces its argument to an interval where a polynomial of low
// degree is accurate to f32:
//
//     exp x     2^n * e^r, with n = round(x / ln 2) and |r| < 0.35
//     expm1 x   2^n * (e^r - 1) + (2^n - 1)
//     log x     n * ln 2 + log(1 + f), with x = 2^n * (1 + f)
//               and 1 + f between 0.70 and 1.42
//     log1p x   log(1 + x), with what the sum lost added to f
//     tanh x    x + x^3 T(x^2) near 0, 1 - 2 / (e^2x + 1) beyond 0.625
//     erf x     x + x E(x^2) near 0, 1 - e^P(x) beyond 0.8
//
// The forms beyond are 1 minus a term of at most one half, which halves the
// weight of its error. Near 0 the first term is the argument, so only the
// correction has an error.
//
// Denormal arguments and results are supported. Results are less than 2 units
// in the last place from the true value: test/python/test_float_functions.py
// tests arguments of all magnitudes, and tells how to test all of them.
//
// The coefficients minimise the largest error, relative to the function's value
// and so in units in the last place, by reweighted least squares.
//
// A half (f16, bf16) is computed as an f32 and rounded. An f64 is not expanded:
// it calls the C library.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_APPROXIMATEMATH_SINGLEFUNCTIONS_H
#define NEO_CONVERSION_APPROXIMATEMATH_SINGLEFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Adds a pattern for each of math.exp, expm1, log, log2, log1p, tanh and erf.
/// With AVX-512, whole vectors of some of them take the shorter forms of
/// TableFunctions.h.
void populateSingleFunctions(mlir::RewritePatternSet &patterns, bool hasAVX512);

} // namespace neo

#endif // NEO_CONVERSION_APPROXIMATEMATH_SINGLEFUNCTIONS_H
