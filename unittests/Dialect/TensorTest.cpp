//===- TensorTest.cpp - Storing, printing and comparing tensors -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/TensorText.h"

#include <gtest/gtest.h>

#include <limits>

using namespace neo;

static Tensor makeTensor(ElementKind kind, llvm::ArrayRef<double> values) {
  Tensor tensor(kind, {int64_t(values.size())});
  for (auto [i, value] : llvm::enumerate(values))
    tensor.store(i, isFloat(kind) ? makeFloat(value)
                                  : makeInteger(int64_t(value)));
  return tensor;
}

static std::string print(const Tensor &tensor) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTensor(os, tensor);
  return text;
}

TEST(Tensor, HoldsWhatItsKindCanHold) {
  for (ElementKind kind : {ElementKind::f64, ElementKind::f32, ElementKind::f16,
                           ElementKind::bf16})
    EXPECT_EQ(makeTensor(kind, {-1.5}).load(0).f, -1.5);
  for (ElementKind kind : {ElementKind::i64, ElementKind::i32})
    EXPECT_EQ(makeTensor(kind, {-3}).load(0).i, -3);
  EXPECT_EQ(makeTensor(ElementKind::i1, {-1}).load(0).i, -1);
}

TEST(Tensor, LiesInMemoryAsInNumPy) {
  Tensor halves = makeTensor(ElementKind::f16, {1.0, -2.0});
  ASSERT_EQ(halves.getNumBytes(), 4u);
  EXPECT_EQ(uint8_t(halves.getData()[1]), 0x3C);
  EXPECT_EQ(uint8_t(halves.getData()[3]), 0xC0);
  EXPECT_EQ(makeTensor(ElementKind::i1, {-1, 0}).getData()[0], 1);
}

TEST(Tensor, PrintsNumbersThatReadBack) {
  EXPECT_EQ(print(makeTensor(ElementKind::f32, {0.1, 16777217.0, 1e30})),
            "[0.1, 16777216, 1e+30]");
  EXPECT_EQ(print(makeTensor(ElementKind::f64, {0.1 + 0.2})),
            "[0.30000000000000004]");
  EXPECT_EQ(print(makeTensor(ElementKind::i1, {-1, 0})), "[true, false]");
  EXPECT_EQ(print(Tensor(ElementKind::f32, {2, 0})), "[[], []]");
  EXPECT_EQ(print(Tensor(ElementKind::f32, {})), "0");
}

TEST(Tensor, DifferencesNameTheElement) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Tensor a = makeTensor(ElementKind::f64, {1, nan, 3});
  EXPECT_FALSE(findDifference(a, a, 0).has_value());
  Tensor b = makeTensor(ElementKind::f64, {1, nan, 3.001});
  EXPECT_EQ(*findDifference(a, b, 0), "at [2] is 3.001 instead of 3");
  EXPECT_FALSE(findDifference(a, b, 1e-2).has_value());
  EXPECT_EQ(*findDifference(a, Tensor(ElementKind::f32, {3}), 0),
            "is tensor<3xf32> instead of tensor<3xf64>");
}

TEST(Tensor, MadeUpNumbersDependOnTheSeed) {
  Tensor a(ElementKind::f32, {64}), b(ElementKind::f32, {64});
  std::mt19937_64 first(3), second(3), third(4);
  fillRandom(a, first, false);
  fillRandom(b, second, false);
  EXPECT_FALSE(findDifference(a, b, 0).has_value());
  fillRandom(b, third, true);
  EXPECT_TRUE(findDifference(a, b, 0).has_value());
  for (int64_t i = 0; i < 64; ++i)
    EXPECT_GT(b.load(i).f, 0);
}
