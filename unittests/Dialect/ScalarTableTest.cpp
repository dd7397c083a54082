//===- ScalarTableTest.cpp - One line per operation -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace mlir;
using namespace neo;

static Scalar call(StringRef name, ArrayRef<Scalar> operands, ElementKind kind,
                   int64_t predicate = 0) {
  const ScalarFunction *function = findScalarFunction(name);
  EXPECT_NE(function, nullptr) << name.str();
  if (!function)
    return makeInteger(0);
  ScalarCall arguments{operands.data(), kind, kind, predicate};
  return makeCanonical(kind, (*function)(arguments));
}

static double f(StringRef name, ArrayRef<double> operands,
                ElementKind kind = ElementKind::f64) {
  SmallVector<Scalar> scalars;
  for (double operand : operands)
    scalars.push_back(makeFloat(operand));
  return call(name, scalars, kind).f;
}

static int64_t i(StringRef name, ArrayRef<int64_t> operands,
                 ElementKind kind = ElementKind::i32) {
  SmallVector<Scalar> scalars;
  for (int64_t operand : operands)
    scalars.push_back(makeInteger(operand));
  return call(name, scalars, kind).i;
}

static const double nan_ = std::numeric_limits<double>::quiet_NaN();
static const double inf = std::numeric_limits<double>::infinity();

TEST(ScalarTable, FloatArithmetic) {
  EXPECT_EQ(f("arith.subf", {5, 7}), -2);
  EXPECT_EQ(f("arith.divf", {1, 0}), inf);
  EXPECT_EQ(f("arith.remf", {-7, 4}), -3);
  EXPECT_EQ(f("math.fma", {2, 3, 4}), 10);
  EXPECT_EQ(f("math.rsqrt", {4}), 0.5);
  EXPECT_EQ(f("math.roundeven", {2.5}), 2);
  EXPECT_EQ(f("math.round", {2.5}), 3);
  EXPECT_EQ(f("math.clampf", {5, -1, 1}), 1);
  EXPECT_EQ(f("arith.addf", {1, 1e-8}, ElementKind::f32), 1);
  EXPECT_EQ(f("arith.mulf", {60000, 2}, ElementKind::f16), inf);
}

TEST(ScalarTable, NaNIsTheExtremumOrNothing) {
  EXPECT_TRUE(std::isnan(f("arith.maximumf", {nan_, 1})));
  EXPECT_TRUE(std::isnan(f("arith.minimumf", {1, nan_})));
  EXPECT_EQ(f("arith.maxnumf", {nan_, 1}), 1);
  EXPECT_FALSE(std::signbit(f("arith.maximumf", {-0.0, 0.0})));
  EXPECT_TRUE(std::signbit(f("arith.minimumf", {0.0, -0.0})));
}

TEST(ScalarTable, IntegersWrap) {
  EXPECT_EQ(i("arith.addi", {INT32_MAX, 1}), INT32_MIN);
  EXPECT_EQ(i("arith.muli", {INT64_MAX, 2}, ElementKind::i64), -2);
  EXPECT_EQ(i("arith.addi", {-1, -1}, ElementKind::i1), 0);
  EXPECT_EQ(i("math.absi", {INT32_MIN}), INT32_MIN);
  EXPECT_EQ(i("math.ipowi", {3, 4}), 81);
  EXPECT_EQ(i("math.ipowi", {-1, -3}), -1);
}

TEST(ScalarTable, DivisionsRoundTheirOwnWay) {
  EXPECT_EQ(i("arith.divsi", {-7, 2}), -3);
  EXPECT_EQ(i("arith.floordivsi", {-7, 2}), -4);
  EXPECT_EQ(i("arith.ceildivsi", {7, 2}), 4);
  EXPECT_EQ(i("arith.remsi", {-7, 2}), -1);
  EXPECT_EQ(i("arith.divui", {-1, 2}), INT32_MAX);
  EXPECT_EQ(i("arith.divsi", {7, 0}), 0);
  EXPECT_EQ(i("arith.divsi", {INT64_MIN, -1}, ElementKind::i64), INT64_MIN);
}

TEST(ScalarTable, Bits) {
  EXPECT_EQ(i("arith.shrsi", {-8, 1}), -4);
  EXPECT_EQ(i("arith.shrui", {-8, 1}), 0x7FFFFFFC);
  EXPECT_EQ(i("arith.shli", {1, 32}), 0);
  EXPECT_EQ(i("math.ctlz", {1}), 31);
  EXPECT_EQ(i("math.cttz", {0}), 32);
  EXPECT_EQ(i("math.ctpop", {-1}, ElementKind::i8), 8);
}

TEST(ScalarTable, ComparisonsReadTheirPredicate) {
  auto compare = [](arith::CmpIPredicate predicate, int64_t a, int64_t b) {
    ScalarCall arguments{nullptr, ElementKind::i32, ElementKind::i1,
                         int64_t(predicate)};
    Scalar operands[] = {makeInteger(a), makeInteger(b)};
    arguments.operands = operands;
    return (*findScalarFunction("arith.cmpi"))(arguments).i != 0;
  };
  EXPECT_TRUE(compare(arith::CmpIPredicate::slt, -1, 0));
  EXPECT_FALSE(compare(arith::CmpIPredicate::ult, -1, 0));
  EXPECT_TRUE(compare(arith::CmpIPredicate::uge, -1, 0));
}

/// The whole of arith and math has a row, but for what is named here.
TEST(ScalarTable, IsComplete) {
  StringSet<> without{
      "arith.constant",       "arith.addui_extended", "arith.mulsi_extended",
      "arith.mului_extended", "arith.scaling_extf",   "arith.scaling_truncf",
      "arith.convertf",       "math.sincos",          "math.isnormal"};
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, math::MathDialect>();
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "arith" && dialect != "math")
      continue;
    bool isKnown = findScalarFunction(name.getStringRef()) != nullptr;
    EXPECT_NE(isKnown, without.contains(name.getStringRef()))
        << name.getStringRef().str();
  }
}
