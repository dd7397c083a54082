//===- ScalarIntegers.cpp - Integer operations of the interpreter ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Integers are signless and wrap. What arith leaves undefined (division by
// zero, a shift by the width or more) gives zero here.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace neo;
using mlir::arith::CmpIPredicate;

static int64_t add(int64_t a, int64_t b) { return uint64_t(a) + uint64_t(b); }
static int64_t sub(int64_t a, int64_t b) { return uint64_t(a) - uint64_t(b); }
static int64_t mul(int64_t a, int64_t b) { return uint64_t(a) * uint64_t(b); }

/// Division that neither traps on zero nor overflows on -1.
static int64_t divide(int64_t a, int64_t b) {
  if (b == 0)
    return 0;
  return b == -1 ? sub(0, a) : a / b;
}

static int64_t remainder(int64_t a, int64_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return divide(a, b) - (remainder(a, b) != 0 && (a < 0) != (b < 0));
}

static int64_t ceilDivide(int64_t a, int64_t b) {
  return divide(a, b) + (remainder(a, b) != 0 && (a < 0) == (b < 0));
}

static int64_t power(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  int64_t result = 1;
  for (; exponent; exponent >>= 1, base = mul(base, base))
    if (exponent & 1)
      result = mul(result, base);
  return result;
}

static bool holds(CmpIPredicate predicate, const ScalarCall &call) {
  int64_t a = call.operands[0].i, b = call.operands[1].i;
  uint64_t ua = getUnsigned(call.from, call.operands[0]);
  uint64_t ub = getUnsigned(call.from, call.operands[1]);
  switch (predicate) {
  case CmpIPredicate::eq:
    return a == b;
  case CmpIPredicate::ne:
    return a != b;
  case CmpIPredicate::slt:
    return a < b;
  case CmpIPredicate::sle:
    return a <= b;
  case CmpIPredicate::sgt:
    return a > b;
  case CmpIPredicate::sge:
    return a >= b;
  case CmpIPredicate::ult:
    return ua < ub;
  case CmpIPredicate::ule:
    return ua <= ub;
  case CmpIPredicate::ugt:
    return ua > ub;
  case CmpIPredicate::uge:
    return ua >= ub;
  }
  return false;
}

static Scalar compareIntegers(const ScalarCall &call) {
  auto predicate = static_cast<CmpIPredicate>(call.predicate);
  return makeInteger(holds(predicate, call) ? -1 : 0);
}

static void addArithmeticRows(ScalarTable &table) {
  table.insert({
      {"arith.addi", i2(add)},
      {"arith.subi", i2(sub)},
      {"arith.muli", i2(mul)},
      {"arith.divsi", i2(divide)},
      {"arith.remsi", i2(remainder)},
      {"arith.floordivsi", i2(floorDivide)},
      {"arith.ceildivsi", i2(ceilDivide)},
      {"arith.divui", u2([](uint64_t a, uint64_t b) { return b ? a / b : 0; })},
      {"arith.remui", u2([](uint64_t a, uint64_t b) { return b ? a % b : 0; })},
      {"arith.ceildivui",
       u2([](uint64_t a, uint64_t b) { return b ? a / b + (a % b != 0) : 0; })},
      {"math.absi", i1([](int64_t a) { return a < 0 ? sub(0, a) : a; })},
      {"math.ipowi", i2(power)},
  });
}

static void addOrderRows(ScalarTable &table) {
  table.insert({
      {"arith.cmpi", compareIntegers},
      {"arith.maxsi", i2([](int64_t a, int64_t b) { return a > b ? a : b; })},
      {"arith.minsi", i2([](int64_t a, int64_t b) { return a < b ? a : b; })},
      {"arith.maxui", u2([](uint64_t a, uint64_t b) { return a > b ? a : b; })},
      {"arith.minui", u2([](uint64_t a, uint64_t b) { return a < b ? a : b; })},
  });
}

/// Shifts `operands[0]`; by the width or more gives zero.
template <typename Shift> static ScalarFunction shift(Shift shiftBy) {
  return [=](const ScalarCall &call) {
    uint64_t amount = getUnsigned(call.from, call.operands[1]);
    if (amount >= getBitWidth(call.from))
      return makeInteger(0);
    return makeInteger(shiftBy(call, amount));
  };
}

/// Counts bits of an operand of `width` bits, given as the low ones.
template <typename Count> static ScalarFunction countBits(Count count) {
  return [=](const ScalarCall &call) {
    unsigned width = getBitWidth(call.from);
    return makeInteger(count(getUnsigned(call.from, call.operands[0]), width));
  };
}

static void addBitRows(ScalarTable &table) {
  table.insert({
      {"arith.andi", i2([](int64_t a, int64_t b) { return a & b; })},
      {"arith.ori", i2([](int64_t a, int64_t b) { return a | b; })},
      {"arith.xori", i2([](int64_t a, int64_t b) { return a ^ b; })},
      {"arith.shli", shift([](const ScalarCall &call, unsigned n) {
         return uint64_t(call.operands[0].i) << n;
       })},
      {"arith.shrsi", shift([](const ScalarCall &call, unsigned n) {
         return call.operands[0].i >> n;
       })},
      {"arith.shrui", shift([](const ScalarCall &call, unsigned n) {
         return getUnsigned(call.from, call.operands[0]) >> n;
       })},
      {"math.ctpop",
       countBits([](uint64_t bits, unsigned) { return llvm::popcount(bits); })},
      {"math.ctlz", countBits([](uint64_t bits, unsigned width) {
         return llvm::countl_zero(bits) - (64 - int(width));
       })},
      {"math.cttz", countBits([](uint64_t bits, unsigned width) {
         return std::min(llvm::countr_zero(bits), int(width));
       })},
  });
}

void neo::addIntegerRows(ScalarTable &table) {
  addArithmeticRows(table);
  addOrderRows(table);
  addBitRows(table);
}
