//===- Approximations.cpp - ex2, lg2, sin, cos, tanh, rsqrt ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// PTX bounds the error of these functions and leaves the bits to the chip. The
// emulator computes in double and rounds once, which is within every bound; a
// kernel must not depend on more.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

#include <cmath>

namespace neo::ptx {

static double reciprocalRoot(double x) { return 1 / std::sqrt(x); }

static constexpr double (*tanhOf)(double) = std::tanh;

static double flush(double value) {
  return std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value) : value;
}

using Curve = double (*)(double);

template <Curve curve>
static void approximate(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  bool flushes = i.flags & flushFlag;
  forLanes(lanes, [&](unsigned l) {
    double x = fromWord<float>(a[l]);
    double y = curve(flushes ? flush(x) : x);
    d[l] = roundDouble(flushes ? flush(y) : y, f32Format, Rounding::Nearest);
  });
}

/// The same of f16, bf16 and their pairs; `width` is the number of parts.
template <Curve curve>
static void approximateHalves(Warp &warp, const Instruction &i,
                              LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  bool brain = i.type == Type::BF16 || i.type == Type::BF16x2;
  Format format = brain ? bf16Format : f16Format;
  forLanes(lanes, [&](unsigned l) {
    uint64_t result = 0;
    for (unsigned shift = 0; shift < bitsOf(i.type); shift += 16) {
      double x = decode(a[l] >> shift & 0xffff, format);
      result |= roundDouble(curve(x), format, Rounding::Nearest) << shift;
    }
    d[l] = result;
  });
}

static void reciprocalRootOfDouble(Warp &warp, const Instruction &i,
                                   LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  forLanes(lanes, [&](unsigned l) {
    d[l] = toWord(reciprocalRoot(fromWord<double>(a[l])));
  });
}

/// The upper half of a double, 0 in place of a subnormal: what goes into and
/// comes out of rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64.
static double keepUpperWord(double value) {
  if (std::fabs(value) < 0x1p-1022)
    return std::copysign(0.0, value);
  return fromWord<double>(toWord(value) & 0xffffffff00000000);
}

template <Curve curve>
static void approximateGrossly(Warp &warp, const Instruction &i,
                               LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  forLanes(lanes, [&](unsigned l) {
    double x = keepUpperWord(fromWord<double>(a[l]));
    d[l] = toWord(keepUpperWord(curve(x)));
  });
}

static double reciprocal(double x) { return 1 / x; }

Execute pickGrossReciprocal() { return &approximateGrossly<reciprocal>; }

/// tanh has no `.ftz`. ex2 of bf16 has to have it, that of f16 none.
template <Curve curve, bool hasHalves>
static Execute decodeApproximation(Decoder &d) {
  Type type = d.out.type = d.takeType();
  bool approximate = d.take("approx"), flushes = d.take("ftz");
  d.out.flags |= flushes ? flushFlag : 0;
  d.operands(2);
  d.write(0, type);
  d.read(1, type);
  if (!approximate || (flushes && curve == tanhOf))
    return nullptr;
  if (isBrain(type))
    d.require(90, "a function of bf16");
  if (type == Type::F32)
    return &neo::ptx::approximate<curve>;
  if (type == Type::F64 && curve == reciprocalRoot)
    return flushes ? &approximateGrossly<reciprocalRoot>
                   : &reciprocalRootOfDouble;
  bool isKnown = hasHalves && isHalf(type) &&
                 flushes == (isBrain(type) && curve != tanhOf);
  return isKnown ? &approximateHalves<curve> : nullptr;
}

void addApproximations(OpcodeTable &table) {
  table["ex2"] = &decodeApproximation<std::exp2, true>;
  table["tanh"] = &decodeApproximation<tanhOf, true>;
  table["lg2"] = &decodeApproximation<std::log2, false>;
  table["sin"] = &decodeApproximation<std::sin, false>;
  table["cos"] = &decodeApproximation<std::cos, false>;
  table["rsqrt"] = &decodeApproximation<reciprocalRoot, false>;
}

} // namespace neo::ptx
