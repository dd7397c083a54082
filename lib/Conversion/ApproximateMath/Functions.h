//===- Functions.h - Functions on vectors as arithmetic ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The C library computes one number per call. These functions compute all lanes
// at once, by polynomials and a few integer operations, without calls. Each
// reduces its argument to an interval where a polynomial of low degree is as
// accurate as the type; the formula is the same for f32 and f64, the polynomial
// is not:
//
//     exp x     2^n * e^r, with n = round(x / ln 2) and |r| < 0.35
//     expm1 x   2^n * (e^r - 1) + (2^n - 1)
//     sinh x    x + x^3 S(x^2) near 0, h - 1 / (4 h) with h = e^x / 2 beyond
//     log x     n * ln 2 + log(1 + f), with x = 2^n * (1 + f)
//               and 1 + f between 0.70 and 1.42
//     log1p x   log(1 + x), with what the sum lost added to f
//     tanh x    x + x^3 T(x^2) near 0, 1 - 2 / (e^2x + 1) beyond
//     erf x     x + x E(x^2) near 0, beyond 1 - e^P(x), and in f64
//               1 - e^-x^2 t Q(t) with t = 1 / (1 + x / 2)
//     sin x     x = n * pi/2 + r with |r| < 0.79, pi/2 in three parts; by n
//               modulo 4 one of r + r^3 S(r^2), 1 - r^2/2 + r^4 C(r^2) and
//               their negatives
//     atan x    c + t + t^3 A(t^2), with t = x, (x - 1) / (x + 1) or -1 / x, so
//               that |t| < 0.42, and c = 0, pi/4 or pi/2
//     asin x    x + x^3 P(x^2) near 0, pi/2 - 2 asin(sqrt((1 - x) / 2)) beyond
//     atanh x   log1p(2 x + 2 x^2 / (1 - x)) / 2, and so asinh, acosh
//     x^y       2^(y log2 x)
//
// The forms beyond are 1 minus a term of at most one half, which halves the
// weight of its error. Near 0 the first term is the argument, so only the
// correction has an error.
//
// A half (f16, bf16) is computed as an f32 and rounded. Powers of f32 are
// computed in f64. erfc has no form here and calls the C library. So do lanes
// whose arguments a formula is not right for (LibraryLanes.h).
//
// Denormal arguments and results are supported. Results are less than 2 units
// in the last place from the true value, of tan and acosh 2.5:
// test/python/test_float_functions.py tests arguments of all magnitudes, and
// tells how to test all of f32.
//
// The coefficients minimise the largest error, relative to the function's value
// and so in units in the last place, by reweighted least squares.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONS_H
#define NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONS_H

#include "Neo/Conversion/Lanes.h"

#include <limits>

namespace neo {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

// Powers.cpp
/// x = n + rest, of modest numbers.
struct WholeAndRest {
  Bits n;
  Float rest;
};
WholeAndRest splitInteger(Float x);
Float expandExp(Float x);
Float expandExp2(Float x);
/// Of x + `lost`, a part too small for x.
Float expandExp2(Float x, Float lost);
Float expandExpM1(Float x);
Float expandSinh(Float x);
Float expandCosh(Float x);
/// e^x for |x| < 80.
Float expandModestPower(Float x);

// Logarithms.cpp
/// x = 2^n * (1 + f), 1 + f between 0.70 and 1.42, of a positive normal number.
struct BinaryParts {
  Bits n;
  Float f;
};
BinaryParts splitBinary(Float x);
/// Of denormal numbers, too.
BinaryParts splitAnyBinary(Float x);
/// `log` where x is finite and beyond `zero`; there it is -infinity, and that
/// of infinity and NaN is itself.
Float atEdgesOfSize(Float x, Float log, double zero = 0);
Float expandLog(Float x);
Float expandLog2(Float x);
Float expandLog10(Float x);
Float expandLog1p(Float x);

// Sigmoids.cpp
Float expandTanh(Float x);
Float expandErf(Float x);

// Trigonometric.cpp
/// Right up to this size of an argument.
double largestPeriodicArgument(Float x);
Float expandSin(Float x);
Float expandCos(Float x);
Float expandTan(Float x);

// InverseTrigonometric.cpp
Float expandAsin(Float x);
Float expandAcos(Float x);
Float expandAtan(Float x);
Float expandAtan2(Float y, Float x);

// InverseHyperbolic.cpp
Float expandAsinh(Float x);
Float expandAcosh(Float x);
Float expandAtanh(Float x);

// Remainder.cpp
struct Remainder {
  Float value;
  /// Has the quotient so few digits that the value is right?
  Truth isShort;
};
/// x - y n, n the quotient rounded towards 0. Exact.
Remainder expandRemainder(Float x, Float y);

// Pow.cpp
/// Is x^`exponent` some products and a root that round less than 2 units?
bool isShortPower(double exponent);
Float expandShortPower(Float base, double exponent);
/// Of f32 the power in f64.
Float expandPow(Float base, Float exponent);

// LongPower.cpp
/// size^exponent of f64.
Float longPower(Float size, Float exponent);

} // namespace neo

#endif // NEO_LIB_CONVERSION_APPROXIMATEMATH_FUNCTIONS_H
