//===- IntegerArithmetic.cpp - Integer sums, products, quotients ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

#include <type_traits>

namespace neo::ptx {

// Sums and low products wrap round; they are taken of unsigned numbers, where
// C++ says so too, of at least 32 bits, as narrower ones would become int.
template <typename T>
using Wrapping =
    std::make_unsigned_t<std::conditional_t<(sizeof(T) < 4), uint32_t, T>>;

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Unsigned128;

template <typename T> struct Doubled;
template <> struct Doubled<uint16_t> {
  using Type = uint32_t;
};
template <> struct Doubled<int16_t> {
  using Type = int32_t;
};
template <> struct Doubled<uint32_t> {
  using Type = uint64_t;
};
template <> struct Doubled<int32_t> {
  using Type = int64_t;
};
template <> struct Doubled<uint64_t> {
  using Type = Unsigned128;
};
template <> struct Doubled<int64_t> {
  using Type = Int128;
};
template <typename T> using Double = typename Doubled<T>::Type;

namespace {
template <typename T> struct Sum {
  using Value = T;
  T operator()(T a, T b) const { return T(Wrapping<T>(a) + Wrapping<T>(b)); }
};
template <typename T> struct Difference {
  using Value = T;
  T operator()(T a, T b) const { return T(Wrapping<T>(a) - Wrapping<T>(b)); }
};
template <typename T> struct LowProduct {
  using Value = T;
  T operator()(T a, T b) const { return T(Wrapping<T>(a) * Wrapping<T>(b)); }
};
template <typename T> struct HighProduct {
  using Value = T;
  T operator()(T a, T b) const {
    return T(Double<T>(a) * Double<T>(b) >> (8 * sizeof(T)));
  }
};
template <typename T> struct WideProduct {
  using Value = T;
  uint64_t operator()(T a, T b) const {
    return uint64_t(Double<T>(Double<T>(a) * Double<T>(b)));
  }
};
template <typename T> struct LowMad {
  using Value = T;
  using Third = T;
  T operator()(T a, T b, T c) const {
    return Sum<T>()(LowProduct<T>()(a, b), c);
  }
};
template <typename T> struct HighMad {
  using Value = T;
  using Third = T;
  T operator()(T a, T b, T c) const {
    return Sum<T>()(HighProduct<T>()(a, b), c);
  }
};
template <typename T> struct WideMad {
  using Value = T;
  using Third = uint64_t;
  uint64_t operator()(T a, T b, uint64_t c) const {
    return WideProduct<T>()(a, b) + c;
  }
};
template <typename T> struct Quotient {
  using Value = T;
  T operator()(T a, T b) const {
    return b == T(-1) && std::is_signed_v<T> ? Difference<T>()(0, a) : T(a / b);
  }
};
template <typename T> struct Remainder {
  using Value = T;
  T operator()(T a, T b) const {
    return b == T(-1) && std::is_signed_v<T> ? T(0) : T(a % b);
  }
};
template <typename T> struct Absolute {
  using Value = T;
  T operator()(T a) const { return a < 0 ? Difference<T>()(0, a) : a; }
};
template <typename T> struct Negated {
  using Value = T;
  T operator()(T a) const { return Difference<T>()(0, a); }
};
template <typename T> struct Least {
  using Value = T;
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct Greatest {
  using Value = T;
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct SumOfDifferences {
  using Value = T;
  using Third = T;
  T operator()(T a, T b, T c) const {
    T distance = a < b ? Difference<T>()(b, a) : Difference<T>()(a, b);
    return Sum<T>()(c, distance);
  }
};
} // namespace

/// A quotient by zero has no value in PTX, so it is an error.
template <typename Op>
static void divide(Warp &warp, const Instruction &i, LaneMask lanes) {
  using T = typename Op::Value;
  const uint64_t *divisors = warp.lanes(i.operand[1]);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((lanes >> lane & 1) && fromWord<T>(divisors[lane]) == 0) {
      warp.fail("divides by zero, which has no value", lane);
      return;
    }
  binary<Op>(warp, i, lanes);
}

template <typename T> static Execute pickOp(IntegerOp op) {
  switch (op) {
  case IntegerOp::Add:
    return &binary<Sum<T>>;
  case IntegerOp::Sub:
    return &binary<Difference<T>>;
  case IntegerOp::MulLow:
    return &binary<LowProduct<T>>;
  case IntegerOp::MulHigh:
    return &binary<HighProduct<T>>;
  case IntegerOp::MulWide:
    return sizeof(T) == 8 ? nullptr : &binary<WideProduct<T>>;
  case IntegerOp::MadLow:
    return &ternary<LowMad<T>>;
  case IntegerOp::MadHigh:
    return &ternary<HighMad<T>>;
  case IntegerOp::MadWide:
    return sizeof(T) == 8 ? nullptr : &ternary<WideMad<T>>;
  case IntegerOp::Divide:
    return &divide<Quotient<T>>;
  case IntegerOp::Remainder:
    return &divide<Remainder<T>>;
  case IntegerOp::Absolute:
    return std::is_signed_v<T> ? &unary<Absolute<T>> : nullptr;
  case IntegerOp::Negate:
    return std::is_signed_v<T> ? &unary<Negated<T>> : nullptr;
  case IntegerOp::Least:
    return &binary<Least<T>>;
  case IntegerOp::Greatest:
    return &binary<Greatest<T>>;
  case IntegerOp::SumOfDifferences:
    return &ternary<SumOfDifferences<T>>;
  }
  return nullptr;
}

Execute pickInteger(IntegerOp op, Type type) {
  switch (type) {
  case Type::U16:
    return pickOp<uint16_t>(op);
  case Type::S16:
    return pickOp<int16_t>(op);
  case Type::U32:
    return pickOp<uint32_t>(op);
  case Type::S32:
    return pickOp<int32_t>(op);
  case Type::U64:
    return pickOp<uint64_t>(op);
  case Type::S64:
    return pickOp<int64_t>(op);
  default:
    return nullptr;
  }
}

} // namespace neo::ptx
