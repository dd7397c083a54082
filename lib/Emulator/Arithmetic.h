//===- Arithmetic.h - add, mul, fma, ... of every type ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An opcode such as `add` stands for many instructions: Arithmetic.cpp decodes
// its modifiers, and the files of integers, of f32 and f64, and of halves
// return the function that executes it.
//
// Modifiers of float instructions are kept in the flags: the rounding mode in
// the low three bits, then those named here.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_ARITHMETIC_H
#define NEO_LIB_EMULATOR_ARITHMETIC_H

#include "Decoder.h"
#include "Floats.h"

namespace neo::ptx {

constexpr uint16_t roundingMask = 7, flushFlag = 8, saturateFlag = 16,
                   reluFlag = 32, nanFlag = 64;

enum class FloatOp : uint8_t {
  Add,
  Sub,
  Mul,
  Fma,
  Divide,
  GrossDivide,
  SquareRoot,
  Reciprocal,
  Least,
  Greatest,
  Absolute,
  Negate
};

/// The function that executes `op` on f32 or f64.
Execute pickFloat(FloatOp op, Type type);
/// On f16, bf16 and their packed pairs.
Execute pickHalf(FloatOp op, Type type);

/// `.rn`, `.rz`, `.rm`, `.rp`; none is nearest. False if there is none.
bool takeRounding(Decoder &d);

/// Instructions of integers by their name and form.
enum class IntegerOp : uint8_t {
  Add,
  Sub,
  MulLow,
  MulHigh,
  MulWide,
  MadLow,
  MadHigh,
  MadWide,
  Divide,
  Remainder,
  Absolute,
  Negate,
  Least,
  Greatest,
  SumOfDifferences
};
Execute pickInteger(IntegerOp op, Type type);

void addDotProducts(OpcodeTable &table);

/// Sums that write the carry (`.cc`) and, if `takes`, read it.
Execute decodeCarrySum(Decoder &d, bool takes);
Execute decodeCarryDifference(Decoder &d, bool takes);
Execute decodeCarryProduct(Decoder &d, bool takes);

/// The function that executes rcp.approx.ftz.f64.
Execute pickGrossReciprocal();

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_ARITHMETIC_H
