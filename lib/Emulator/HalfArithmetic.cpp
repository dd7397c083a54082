//===- HalfArithmetic.cpp - Arithmetic of f16, bf16 and their pairs -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Halves are computed in double and rounded once: products of two are exact
// there, and sums have the sign of their error (Floats.h). A packed pair is the
// same operation on both 16-bit parts of a register.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

#include <cmath>

namespace neo::ptx {

namespace {
struct F16 {
  static constexpr Format format = f16Format;
};
struct BF16 {
  static constexpr Format format = bf16Format;
};
} // namespace

static constexpr uint64_t halfNan = 0x7fff, halfSign = 0x8000;

static bool isNan(uint64_t bits, Format format) {
  return (bits & ~halfSign) > format.infinity();
}

/// Subnormals to zero, as `.ftz` wants it.
static uint64_t flush(uint64_t bits, Format format) {
  bool isSubnormal = (bits & ~halfSign) >> format.mantissa == 0;
  return isSubnormal ? bits & halfSign : bits;
}

template <FloatOp op>
static uint64_t compute(uint64_t a, uint64_t b, uint64_t c, Format format) {
  double first = decode(a, format), second = decode(b, format);
  if constexpr (op == FloatOp::Fma) {
    first *= second;
    second = decode(c, format);
  } else if constexpr (op == FloatOp::Mul) {
    return roundDouble(first * second, format, Rounding::Nearest);
  } else if constexpr (op == FloatOp::Sub) {
    second = -second;
  }
  return addRounded(first, second, format);
}

template <FloatOp op>
static uint64_t extremum(uint64_t a, uint64_t b, Format format, bool nan) {
  if (isNan(a, format) || isNan(b, format)) {
    if (nan || (isNan(a, format) && isNan(b, format)))
      return halfNan;
    return isNan(a, format) ? b : a;
  }
  // As integers that are ordered as the numbers are, -0 before +0.
  int first = a & halfSign ? -1 - int(a & ~halfSign) : int(a);
  int second = b & halfSign ? -1 - int(b & ~halfSign) : int(b);
  return (first < second) == (op == FloatOp::Least) ? a : b;
}

static uint64_t limit(uint64_t bits, Format format, uint16_t flags) {
  double value = decode(bits, format);
  if (flags & saturateFlag)
    return value > 1   ? roundDouble(1, format, Rounding::Nearest)
           : value > 0 ? bits
                       : 0; // NaN becomes 0.
  if ((flags & reluFlag) && !(value > 0) && !std::isnan(value))
    return 0;
  return bits;
}

template <FloatOp op>
static uint64_t half(uint64_t a, uint64_t b, uint64_t c, Format format,
                     uint16_t flags) {
  if (flags & flushFlag) {
    a = flush(a, format);
    b = flush(b, format);
    c = flush(c, format);
  }
  if constexpr (op == FloatOp::Absolute)
    return a & ~halfSign;
  else if constexpr (op == FloatOp::Negate)
    return a ^ halfSign;
  else if constexpr (op == FloatOp::Least || op == FloatOp::Greatest)
    return extremum<op>(a, b, format, flags & nanFlag);
  uint64_t result = compute<op>(a, b, c, format);
  if (flags & flushFlag)
    result = flush(result, format);
  return limit(result, format, flags);
}

template <FloatOp op, typename Of, unsigned parts>
static void arithmetic(Warp &warp, const Instruction &i, LaneMask lanes) {
  constexpr bool isUnary = op == FloatOp::Absolute || op == FloatOp::Negate;
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  const uint64_t *b = isUnary ? a : warp.lanes(i.operand[1]);
  const uint64_t *c = op == FloatOp::Fma ? warp.lanes(i.operand[2]) : a;
  forLanes(lanes, [&](unsigned l) {
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 16 * parts; shift += 16)
      result |= half<op>(a[l] >> shift & 0xffff, b[l] >> shift & 0xffff,
                         c[l] >> shift & 0xffff, Of::format, i.flags)
                << shift;
    d[l] = result;
  });
}

template <typename Of, unsigned parts> static Execute pickOp(FloatOp op) {
  switch (op) {
  case FloatOp::Add:
    return &arithmetic<FloatOp::Add, Of, parts>;
  case FloatOp::Sub:
    return &arithmetic<FloatOp::Sub, Of, parts>;
  case FloatOp::Mul:
    return &arithmetic<FloatOp::Mul, Of, parts>;
  case FloatOp::Fma:
    return &arithmetic<FloatOp::Fma, Of, parts>;
  case FloatOp::Least:
    return &arithmetic<FloatOp::Least, Of, parts>;
  case FloatOp::Greatest:
    return &arithmetic<FloatOp::Greatest, Of, parts>;
  case FloatOp::Absolute:
    return &arithmetic<FloatOp::Absolute, Of, parts>;
  case FloatOp::Negate:
    return &arithmetic<FloatOp::Negate, Of, parts>;
  default:
    return nullptr;
  }
}

Execute pickHalf(FloatOp op, Type type) {
  switch (type) {
  case Type::F16:
    return pickOp<F16, 1>(op);
  case Type::F16x2:
    return pickOp<F16, 2>(op);
  case Type::BF16:
    return pickOp<BF16, 1>(op);
  case Type::BF16x2:
    return pickOp<BF16, 2>(op);
  default:
    return nullptr;
  }
}

} // namespace neo::ptx
