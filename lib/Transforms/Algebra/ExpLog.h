//===- ExpLog.h - Logarithms of functions of one exponential ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// log(c + d * exp(g * u)) is inf where the exponential overflows, though its
// value is g * u + log(d) there. With t = exp(-|u|) nothing overflows: a
// positive function of e = exp(u) (ExpRational.h) is e^p times a function that
// stays between two positive numbers, with one p below 0 and one above:
//
//     2 + e^3        u <= 0:  2 + t^3           u > 0:  e^3 * (1 + 2 t^3)
//
// p * u is moved out of the logarithm. Where the rest is a sum of two terms it
// becomes log1p of the smaller one, so that log(1 + e) is accurate where e is
// tiny:
//
//     log(2 + e^3) = (u > 0 ? 3 u : log(2)) + log1p((u > 0 ? 2 : 1/2) * t^3)
//     log(1 + e)   = max(u, 0) + log1p(t)
//
// Functions whose coefficients are not all positive may be zero somewhere;
// their logarithms stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_EXPLOG_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_EXPLOG_H

#include "FallingExp.h"

namespace neo {

/// log(of) of exp(u), whose exp(-|u|) is `t`. `of` is positive.
mlir::Value emitLog(mlir::OpBuilder &b, mlir::Location loc,
                    const ExpRational &of, FallingExp &t);
/// The same where `of` is a constant times a power of e: no exponential is
/// left.
mlir::Value emitLog(mlir::OpBuilder &b, mlir::Location loc,
                    const ExpRational &of, mlir::Value u);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_EXPLOG_H
