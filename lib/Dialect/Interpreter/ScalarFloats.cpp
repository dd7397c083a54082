//===- ScalarFloats.cpp - Float operations of the interpreter -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace neo;
using mlir::arith::CmpFPredicate;

/// The larger number; NaN if either is NaN, +0 before -0.
static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return a + b;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

static double minimum(double a, double b) { return -maximum(-a, -b); }

static bool holds(CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case CmpFPredicate::AlwaysFalse:
    return false;
  case CmpFPredicate::AlwaysTrue:
    return true;
  case CmpFPredicate::ORD:
    return !unordered;
  case CmpFPredicate::UNO:
    return unordered;
  case CmpFPredicate::OEQ:
    return a == b;
  case CmpFPredicate::OGT:
    return a > b;
  case CmpFPredicate::OGE:
    return a >= b;
  case CmpFPredicate::OLT:
    return a < b;
  case CmpFPredicate::OLE:
    return a <= b;
  case CmpFPredicate::ONE:
    return a < b || a > b;
  case CmpFPredicate::UEQ:
    return unordered || a == b;
  case CmpFPredicate::UGT:
    return unordered || a > b;
  case CmpFPredicate::UGE:
    return unordered || a >= b;
  case CmpFPredicate::ULT:
    return unordered || a < b;
  case CmpFPredicate::ULE:
    return unordered || a <= b;
  case CmpFPredicate::UNE:
    return unordered || a != b;
  }
  return false;
}

static Scalar compareFloats(const ScalarCall &call) {
  auto predicate = static_cast<CmpFPredicate>(call.predicate);
  bool result = holds(predicate, call.operands[0].f, call.operands[1].f);
  return makeInteger(result ? -1 : 0);
}

/// A row that asks a question of one float.
static ScalarFunction test(bool (*question)(double)) {
  return [=](const ScalarCall &call) {
    return makeInteger(question(call.operands[0].f) ? -1 : 0);
  };
}

/// a * b + c, rounded once. In double the product of narrower numbers is exact;
/// the sum is rounded to odd, so that rounding it again gives what the exact
/// sum would.
static Scalar multiplyAdd(const ScalarCall &call) {
  double a = call.operands[0].f, b = call.operands[1].f, c = call.operands[2].f;
  double sum = std::fma(a, b, c);
  if (call.to == ElementKind::f64 || !std::isfinite(sum))
    return makeFloat(sum);
  double product = a * b, other = sum - product;
  double rest = (product - (sum - other)) + (c - other);
  bool isEven = !(llvm::bit_cast<uint64_t>(sum) & 1);
  if (rest != 0 && isEven)
    sum = std::nextafter(sum, rest > 0 ? HUGE_VAL : -HUGE_VAL);
  return makeFloat(sum);
}

/// Beyond 2^53 all doubles are even: whether the exponent is odd is asked of
/// the integer.
static Scalar integerPower(const ScalarCall &call) {
  double base = call.operands[0].f;
  int64_t exponent = call.operands[1].i;
  double power = std::pow(std::fabs(base), static_cast<double>(exponent));
  return makeFloat(exponent % 2 ? std::copysign(power, base) : power);
}

static void addArithRows(ScalarTable &table) {
  table.insert({
      {"arith.addf", f2([](double a, double b) { return a + b; })},
      {"arith.subf", f2([](double a, double b) { return a - b; })},
      {"arith.mulf", f2([](double a, double b) { return a * b; })},
      {"arith.divf", f2([](double a, double b) { return a / b; })},
      {"arith.remf", f2(std::fmod)},
      {"arith.negf", f1([](double a) { return -a; })},
      {"arith.maximumf", f2(maximum)},
      {"arith.minimumf", f2(minimum)},
      {"arith.maxnumf", f2(std::fmax)},
      {"arith.minnumf", f2(std::fmin)},
      {"arith.cmpf", compareFloats},
  });
}

static void addPowerRows(ScalarTable &table) {
  table.insert({
      {"math.exp", f1(std::exp)},
      {"math.exp2", f1(std::exp2)},
      {"math.expm1", f1(std::expm1)},
      {"math.log", f1(std::log)},
      {"math.log2", f1(std::log2)},
      {"math.log10", f1(std::log10)},
      {"math.log1p", f1(std::log1p)},
      {"math.powf", f2(std::pow)},
      {"math.sqrt", f1(std::sqrt)},
      {"math.rsqrt", f1([](double a) { return 1 / std::sqrt(a); })},
      {"math.cbrt", f1(std::cbrt)},
      {"math.erf", f1(std::erf)},
      {"math.erfc", f1(std::erfc)},
      {"math.fma", multiplyAdd},
      {"math.fpowi", integerPower},
  });
}

static void addTrigonometricRows(ScalarTable &table) {
  table.insert({
      {"math.sin", f1(std::sin)},
      {"math.cos", f1(std::cos)},
      {"math.tan", f1(std::tan)},
      {"math.asin", f1(std::asin)},
      {"math.acos", f1(std::acos)},
      {"math.atan", f1(std::atan)},
      {"math.atan2", f2(std::atan2)},
      {"math.sinh", f1(std::sinh)},
      {"math.cosh", f1(std::cosh)},
      {"math.tanh", f1(std::tanh)},
      {"math.asinh", f1(std::asinh)},
      {"math.acosh", f1(std::acosh)},
      {"math.atanh", f1(std::atanh)},
  });
}

static void addRoundingRows(ScalarTable &table) {
  table.insert({
      {"math.absf", f1(std::fabs)},
      {"math.copysign", f2(std::copysign)},
      {"math.ceil", f1(std::ceil)},
      {"math.floor", f1(std::floor)},
      {"math.round", f1(std::round)},
      {"math.roundeven", f1(std::nearbyint)},
      {"math.trunc", f1(std::trunc)},
      {"math.clampf", f3([](double a, double low, double high) {
         return minimum(maximum(a, low), high);
       })},
      {"math.isnan", test([](double a) { return std::isnan(a); })},
      {"math.isinf", test([](double a) { return std::isinf(a); })},
      {"math.isfinite", test([](double a) { return std::isfinite(a); })},
  });
}

void neo::addFloatRows(ScalarTable &table) {
  addArithRows(table);
  addPowerRows(table);
  addTrigonometricRows(table);
  addRoundingRows(table);
}
