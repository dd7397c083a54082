//===- Arithmetic.cpp - add, mul, fma, ... of every type ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"

namespace neo::ptx {

bool takeRounding(Decoder &d) {
  int rounding = d.takeOne({"rn", "rz", "rm", "rp"});
  if (rounding > 0)
    d.out.flags |= uint16_t(rounding);
  return rounding >= 0;
}

/// `.ftz`, which f64 and bf16 do not have: there it is left, and an error.
static void takeFlush(Decoder &d, Type type) {
  if (isFloat(type) && type != Type::F64 && !isBrain(type) && d.take("ftz"))
    d.out.flags |= flushFlag;
}

/// `.sat`, which the same types have.
static void takeSaturation(Decoder &d, Type type) {
  if (type != Type::F64 && !isBrain(type) && d.take("sat"))
    d.out.flags |= saturateFlag;
}

static void readAll(Decoder &d, Type type, unsigned sources) {
  d.operands(sources + 1);
  d.write(0, type);
  for (unsigned i = 1; i <= sources; ++i)
    d.read(i, type);
}

/// Sums and products round to nearest by default; fma has to say how.
static Execute decodeFloat(Decoder &d, FloatOp op, Type type,
                           unsigned sources) {
  bool isFma = op == FloatOp::Fma;
  bool isWide = isOneOf(type, {Type::F32, Type::F64});
  takeFlush(d, type);
  takeSaturation(d, type);
  if (isFma && !isWide && !(d.out.flags & saturateFlag) && d.take("relu"))
    d.out.flags |= reluFlag;
  if (!takeRounding(d) && isFma)
    return nullptr;
  if (isBrain(type) && !isFma)
    d.require(90, "arithmetic of bf16 but fma");
  readAll(d, type, sources);
  if (isFma)
    d.out.work = Work::Fma;
  if (isWide)
    return pickFloat(op, type);
  // Halves have no other rounding than to nearest.
  return d.out.flags & roundingMask ? nullptr : pickHalf(op, type);
}

template <IntegerOp integer, FloatOp floating>
static Execute decodeSum(Decoder &d) {
  if (d.has("cc"))
    return integer == IntegerOp::Add ? decodeCarrySum(d, false)
                                     : decodeCarryDifference(d, false);
  Type type = d.takeType();
  if (isFloat(type))
    return decodeFloat(d, floating, type, 2);
  readAll(d, type, 2);
  return pickInteger(integer, type);
}

/// mul and mad of integers keep the low half, the high half or both.
static Execute decodeProduct(Decoder &d, Type type, IntegerOp low,
                             IntegerOp high, IntegerOp wide) {
  bool isMad = low == IntegerOp::MadLow;
  int part = d.takeOne({"lo", "hi", "wide"});
  if (part < 0)
    return nullptr;
  if (isMad)
    d.out.work = Work::Other;
  d.operands(isMad ? 4 : 3);
  Type result = type;
  if (part == 2 && bitsOf(type) < 64)
    result = bitsOf(type) == 16 ? Type::U32 : Type::U64;
  d.write(0, result);
  d.read(1, type);
  d.read(2, type);
  if (isMad)
    d.read(3, result);
  return pickInteger(part == 0 ? low : part == 1 ? high : wide, type);
}

static Execute decodeMul(Decoder &d) {
  Type type = d.takeType();
  if (isFloat(type))
    return decodeFloat(d, FloatOp::Mul, type, 2);
  return decodeProduct(d, type, IntegerOp::MulLow, IntegerOp::MulHigh,
                       IntegerOp::MulWide);
}

static Execute decodeMad(Decoder &d) {
  if (d.has("cc"))
    return decodeCarryProduct(d, false);
  Type type = d.takeType();
  if (isFloat(type)) // Of halves there is only fma.
    return isOneOf(type, {Type::F32, Type::F64})
               ? decodeFloat(d, FloatOp::Fma, type, 3)
               : nullptr;
  return decodeProduct(d, type, IntegerOp::MadLow, IntegerOp::MadHigh,
                       IntegerOp::MadWide);
}

static Execute decodeFma(Decoder &d) {
  Type type = d.takeType();
  return isFloat(type) ? decodeFloat(d, FloatOp::Fma, type, 3) : nullptr;
}

static Execute decodeSad(Decoder &d) {
  Type type = d.takeType();
  readAll(d, type, 3);
  return pickInteger(IntegerOp::SumOfDifferences, type);
}

static Execute decodeRemainder(Decoder &d) {
  Type type = d.takeType();
  readAll(d, type, 2);
  return pickInteger(IntegerOp::Remainder, type);
}

/// `.approx` and `.full` quotients lie within two units of the last place; the
/// emulator gives the nearest. `.approx` is a * (1 / b), where 1 / b is zero
/// for divisors over 2^126.
static Execute decodeDivide(Decoder &d) {
  Type type = d.takeType();
  if (isFloat(type)) {
    int approximation = d.takeOne({"approx", "full"});
    bool approximate = approximation >= 0;
    takeFlush(d, type);
    bool rounds = takeRounding(d);
    readAll(d, type, 2);
    // PTX wants one of the two, and f64 has no approximate quotient.
    bool known = approximate ? type == Type::F32 && !rounds : rounds;
    FloatOp op = approximation == 0 ? FloatOp::GrossDivide : FloatOp::Divide;
    return known ? pickFloat(op, type) : nullptr;
  }
  readAll(d, type, 2);
  return pickInteger(IntegerOp::Divide, type);
}

template <FloatOp op> static Execute decodeRoot(Decoder &d) {
  Type type = d.takeType();
  bool approximate = d.take("approx");
  if (approximate && type == Type::F64 && d.take("ftz"))
    d.out.flags |= flushFlag;
  takeFlush(d, type);
  bool rounds = takeRounding(d);
  readAll(d, type, 1);
  if (approximate == rounds)
    return nullptr;
  if (approximate && type == Type::F64) {
    bool isKnown = op == FloatOp::Reciprocal && d.out.flags & flushFlag;
    return isKnown ? pickGrossReciprocal() : nullptr;
  }
  return pickFloat(op, type);
}

template <IntegerOp integer, FloatOp floating>
static Execute decodeExtremum(Decoder &d) {
  Type type = d.takeType();
  if (type != Type::F64 && d.take("NaN"))
    d.out.flags |= nanFlag;
  takeFlush(d, type);
  readAll(d, type, 2);
  if (!isFloat(type))
    return d.out.flags ? nullptr : pickInteger(integer, type);
  Execute wide = pickFloat(floating, type);
  return wide ? wide : pickHalf(floating, type);
}

template <IntegerOp integer, FloatOp floating>
static Execute decodeSign(Decoder &d) {
  Type type = d.takeType();
  takeFlush(d, type);
  readAll(d, type, 1);
  if (!isFloat(type))
    return d.out.flags ? nullptr : pickInteger(integer, type);
  Execute wide = pickFloat(floating, type);
  return wide ? wide : pickHalf(floating, type);
}

void addArithmetic(OpcodeTable &table) {
  table["add"] = &decodeSum<IntegerOp::Add, FloatOp::Add>;
  table["sub"] = &decodeSum<IntegerOp::Sub, FloatOp::Sub>;
  table["addc"] = [](Decoder &d) { return decodeCarrySum(d, true); };
  table["subc"] = [](Decoder &d) { return decodeCarryDifference(d, true); };
  table["madc"] = [](Decoder &d) { return decodeCarryProduct(d, true); };
  table["mul"] = &decodeMul;
  table["mad"] = &decodeMad;
  table["fma"] = &decodeFma;
  table["sad"] = &decodeSad;
  table["div"] = &decodeDivide;
  table["rem"] = &decodeRemainder;
  table["rcp"] = &decodeRoot<FloatOp::Reciprocal>;
  table["sqrt"] = &decodeRoot<FloatOp::SquareRoot>;
  table["min"] = &decodeExtremum<IntegerOp::Least, FloatOp::Least>;
  table["max"] = &decodeExtremum<IntegerOp::Greatest, FloatOp::Greatest>;
  table["abs"] = &decodeSign<IntegerOp::Absolute, FloatOp::Absolute>;
  table["neg"] = &decodeSign<IntegerOp::Negate, FloatOp::Negate>;
  addDotProducts(table);
}

} // namespace neo::ptx
