//===- DirectedDoubles.cpp - f64 rounded down, up or to zero --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DirectedDoubles.h"

#include <cfenv>
#include <cmath>

#pragma STDC FENV_ACCESS ON

namespace neo::ptx {

static int modeOf(Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return FE_TOWARDZERO;
  case Rounding::Down:
    return FE_DOWNWARD;
  case Rounding::Up:
    return FE_UPWARD;
  default:
    return FE_TONEAREST;
  }
}

double directedDouble(FloatOp op, double a, double b, double c,
                      Rounding rounding) {
  int before = std::fegetround();
  std::fesetround(modeOf(rounding));
  volatile double x = a, y = b, z = c, result = 0;
  switch (op) {
  case FloatOp::Add:
    result = x + y;
    break;
  case FloatOp::Sub:
    result = x - y;
    break;
  case FloatOp::Mul:
    result = x * y;
    break;
  case FloatOp::Fma:
    result = std::fma(x, y, z);
    break;
  case FloatOp::Divide:
    result = x / y;
    break;
  case FloatOp::SquareRoot:
    result = std::sqrt(x);
    break;
  default:
    result = 1 / x;
    break;
  }
  std::fesetround(before);
  return result;
}

} // namespace neo::ptx
