//===- FloatArithmetic.cpp - Arithmetic of f32 and f64 --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Round to nearest is what C++ does, as this library is compiled without
// contraction of a * b + c. The directed roundings of f32 are made of exact
// sums in double (Floats.h), those of f64 by the processor (DirectedDoubles.h).
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "DirectedDoubles.h"
#include "Lanes.h"

#include <cmath>
#include <limits>

namespace neo::ptx {

/// `op` in plain C++, rounded to nearest.
template <FloatOp op, typename T> static T nearest(T a, T b, T c) {
  if constexpr (op == FloatOp::Add)
    return a + b;
  else if constexpr (op == FloatOp::Sub)
    return a - b;
  else if constexpr (op == FloatOp::Mul)
    return a * b;
  else if constexpr (op == FloatOp::Fma)
    return std::fma(a, b, c);
  else if constexpr (op == FloatOp::Divide)
    return a / b;
  else if constexpr (op == FloatOp::GrossDivide)
    return std::fabs(b) > T(0x1p126) ? a * std::copysign(T(0), b) : a / b;
  else if constexpr (op == FloatOp::SquareRoot)
    return std::sqrt(a);
  else
    return T(1) / a;
}

/// A quotient or root, rounded to double, and the sign of its error.
template <FloatOp op>
static uint32_t directedQuotient(double a, double b, Rounding rounding) {
  double high = op == FloatOp::SquareRoot ? std::sqrt(a) : a / b;
  double low = op == FloatOp::SquareRoot ? std::fma(-high, high, a)
                                         : std::fma(-high, b, a);
  if (op != FloatOp::SquareRoot && b < 0)
    low = -low;
  if (!std::isfinite(high) || !std::isfinite(low))
    low = 0;
  return uint32_t(roundSum(high, low, f32Format, rounding));
}

template <FloatOp op>
static float directed(float a, float b, float c, Rounding rounding) {
  double first = a, second = b;
  uint32_t bits = 0;
  if constexpr (op == FloatOp::Divide || op == FloatOp::SquareRoot) {
    bits = directedQuotient<op>(first, second, rounding);
  } else if constexpr (op == FloatOp::Reciprocal) {
    bits = directedQuotient<op>(1, first, rounding);
  } else {
    if constexpr (op == FloatOp::Fma) {
      first *= second;
      second = c;
    } else if constexpr (op == FloatOp::Mul) {
      first *= second;
      second = first < 0 || std::signbit(first) ? -0.0 : 0.0;
    } else if constexpr (op == FloatOp::Sub) {
      second = -second;
    }
    double high = first + second, low = sumError(first, second, high);
    // An exact zero of unlike signs is negative if rounded down.
    if (high == 0 && rounding == Rounding::Down &&
        std::signbit(first) != std::signbit(second))
      high = -0.0;
    bits = uint32_t(
        roundSum(high, std::isfinite(low) ? low : 0, f32Format, rounding));
  }
  return fromWord<float>(bits);
}

template <FloatOp op>
static double directed(double a, double b, double c, Rounding rounding) {
  return directedDouble(op, a, b, c, rounding);
}

template <typename T> static T flush(T value) {
  return std::fabs(value) < std::numeric_limits<T>::min()
             ? std::copysign(T(0), value)
             : value;
}

/// f32 results that are NaN are the canonical NaN, 0x7fffffff.
static uint64_t canonical(float value) {
  return std::isnan(value) ? 0x7fffffff : toWord(value);
}
static uint64_t canonical(double value) { return toWord(value); }

template <typename T> static T saturate(T value) {
  return value > 1 ? T(1) : value > 0 ? value : T(0); // NaN becomes 0.
}

template <FloatOp op, typename T>
static T compute(T a, T b, T c, uint16_t flags) {
  if (flags & flushFlag)
    a = flush(a), b = flush(b), c = flush(c);
  Rounding rounding = Rounding(flags & roundingMask);
  T value = rounding == Rounding::Nearest ? nearest<op, T>(a, b, c)
                                          : directed<op>(a, b, c, rounding);
  if (flags & flushFlag)
    value = flush(value);
  return flags & saturateFlag ? saturate(value) : value;
}

template <FloatOp op, typename T>
static void arithmetic(Warp &warp, const Instruction &i, LaneMask lanes) {
  constexpr bool isUnary =
      op == FloatOp::SquareRoot || op == FloatOp::Reciprocal;
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  const uint64_t *b = isUnary ? a : warp.lanes(i.operand[1]);
  const uint64_t *c = op == FloatOp::Fma ? warp.lanes(i.operand[2]) : a;
  if (i.flags == 0) {
    forLanes(lanes, [&](unsigned l) {
      d[l] = canonical(nearest<op, T>(fromWord<T>(a[l]), fromWord<T>(b[l]),
                                      fromWord<T>(c[l])));
    });
    return;
  }
  forLanes(lanes, [&](unsigned l) {
    d[l] = canonical(compute<op, T>(fromWord<T>(a[l]), fromWord<T>(b[l]),
                                    fromWord<T>(c[l]), i.flags));
  });
}

/// min and max of a number and a NaN are the number, with .NaN the NaN; -0 is
/// less than +0.
template <FloatOp op, typename T> static T extremum(T a, T b, bool nan) {
  if (std::isnan(a) || std::isnan(b)) {
    if (nan || (std::isnan(a) && std::isnan(b)))
      return std::numeric_limits<T>::quiet_NaN();
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) == (op == FloatOp::Least) ? a : b;
  return (a < b) == (op == FloatOp::Least) ? a : b;
}

template <FloatOp op, typename T>
static void extrema(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  bool flushes = i.flags & flushFlag;
  forLanes(lanes, [&](unsigned l) {
    T first = fromWord<T>(a[l]), second = fromWord<T>(b[l]);
    if (flushes)
      first = flush(first), second = flush(second);
    d[l] = canonical(extremum<op>(first, second, i.flags & nanFlag));
  });
}

/// abs and neg change the sign's bit only, of NaNs too.
template <FloatOp op, typename T>
static void changeSign(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  constexpr uint64_t sign = uint64_t(1) << (8 * sizeof(T) - 1);
  forLanes(lanes, [&](unsigned l) {
    T value = fromWord<T>(a[l]);
    uint64_t word = toWord(i.flags & flushFlag ? flush(value) : value);
    d[l] = op == FloatOp::Negate ? word ^ sign : word & ~sign;
  });
}

template <typename T> static Execute pickOp(FloatOp op) {
  switch (op) {
  case FloatOp::Add:
    return &arithmetic<FloatOp::Add, T>;
  case FloatOp::Sub:
    return &arithmetic<FloatOp::Sub, T>;
  case FloatOp::Mul:
    return &arithmetic<FloatOp::Mul, T>;
  case FloatOp::Fma:
    return &arithmetic<FloatOp::Fma, T>;
  case FloatOp::Divide:
    return &arithmetic<FloatOp::Divide, T>;
  case FloatOp::GrossDivide:
    return &arithmetic<FloatOp::GrossDivide, T>;
  case FloatOp::SquareRoot:
    return &arithmetic<FloatOp::SquareRoot, T>;
  case FloatOp::Reciprocal:
    return &arithmetic<FloatOp::Reciprocal, T>;
  case FloatOp::Least:
    return &extrema<FloatOp::Least, T>;
  case FloatOp::Greatest:
    return &extrema<FloatOp::Greatest, T>;
  case FloatOp::Absolute:
    return &changeSign<FloatOp::Absolute, T>;
  case FloatOp::Negate:
    return &changeSign<FloatOp::Negate, T>;
  }
  return nullptr;
}

Execute pickFloat(FloatOp op, Type type) {
  return type == Type::F32   ? pickOp<float>(op)
         : type == Type::F64 ? pickOp<double>(op)
                             : nullptr;
}

} // namespace neo::ptx
