//===- TensorText.cpp - Printing, comparing and making up tensors ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/TensorText.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace neo;

static std::string printNumber(ElementKind kind, Scalar value) {
  if (kind == ElementKind::i1)
    return value.i ? "true" : "false";
  if (!isFloat(kind))
    return std::to_string(value.i);
  if (std::isnan(value.f))
    return "nan";
  char text[64];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value.f);
    Scalar again = makeFloat(std::strtod(text, nullptr));
    if (makeCanonical(kind, again).f == value.f)
      break;
  }
  return text;
}

static void printLevel(raw_ostream &os, const Tensor &tensor, size_t depth,
                       int64_t &position) {
  if (depth == tensor.getShape().size()) {
    os << printNumber(tensor.getKind(), tensor.load(position++));
    return;
  }
  os << "[";
  for (int64_t i = 0; i < tensor.getShape()[depth]; ++i) {
    os << (i ? ", " : "");
    printLevel(os, tensor, depth + 1, position);
  }
  os << "]";
}

void neo::printTensor(raw_ostream &os, const Tensor &tensor) {
  int64_t position = 0;
  printLevel(os, tensor, 0, position);
}

std::string neo::getTypeName(const Tensor &tensor) {
  static const char *const names[] = {"f64", "f32", "f16", "bf16", "i64",
                                      "i32", "i1",  "i16", "i8",   "index"};
  std::string text = "tensor<";
  for (int64_t extent : tensor.getShape())
    text += std::to_string(extent) + "x";
  return text + names[unsigned(tensor.getKind())] + ">";
}

void neo::fillRandom(Tensor &tensor, std::mt19937_64 &random, bool positive) {
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    int64_t step = int64_t(random() % 33) - 16;
    if (positive)
      step = 1 + int64_t(random() % 16);
    Scalar value = makeInteger(step);
    if (isFloat(tensor.getKind()))
      value = makeFloat(step / 8.0);
    else if (tensor.getKind() == ElementKind::i1)
      value = makeInteger(step % 2);
    tensor.store(i, value);
  }
}

static bool isClose(ElementKind kind, Scalar a, Scalar b, double tolerance) {
  if (!isFloat(kind))
    return a.i == b.i;
  if (std::isnan(a.f) || std::isnan(b.f))
    return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f ||
         std::abs(a.f - b.f) <= tolerance * std::max(std::abs(a.f), 1.0);
}

/// The index of element number `position`, as a list.
static std::string showIndex(const Tensor &tensor, int64_t position) {
  std::string text;
  for (int64_t extent : llvm::reverse(tensor.getShape())) {
    text =
        std::to_string(position % extent) + (text.empty() ? "" : ", ") + text;
    position /= extent;
  }
  return "[" + text + "]";
}

std::optional<std::string> neo::findDifference(const Tensor &expected,
                                               const Tensor &actual,
                                               double tolerance) {
  ElementKind kind = expected.getKind();
  if (kind != actual.getKind() || expected.getShape() != actual.getShape())
    return "is " + getTypeName(actual) + " instead of " + getTypeName(expected);
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i) {
    Scalar want = expected.load(i), got = actual.load(i);
    if (!isClose(kind, want, got, tolerance))
      return "at " + showIndex(expected, i) + " is " + printNumber(kind, got) +
             " instead of " + printNumber(kind, want);
  }
  return std::nullopt;
}
