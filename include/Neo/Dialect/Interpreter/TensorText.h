//===- TensorText.h - Printing, comparing and making up tensors -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Generated inputs, parsing and comparison of tensors, for tests.
//
// Generated floats are multiples of 1/8 in [-2, 2]: products and short sums of
// them are exact in f32, so a pass may reassociate a sum and the comparison
// still is one of equality. They have ties and zeros on purpose.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_TENSORTEXT_H
#define NEO_DIALECT_INTERPRETER_TENSORTEXT_H

#include "Neo/Dialect/Interpreter/Tensor.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <random>
#include <string>

namespace neo {

/// Prints nested lists, each number in as many digits as give it back:
/// `[[1, 0.1], [nan, -inf]]`.
void printTensor(llvm::raw_ostream &os, const Tensor &tensor);

/// `tensor<2x3xf32>`.
std::string getTypeName(const Tensor &tensor);

/// Fills `tensor` with small numbers; only positive ones on request.
void fillRandom(Tensor &tensor, std::mt19937_64 &random, bool positive);

/// Compares element by element: equal, both NaN, or
/// |a - b| <= tolerance * max(|a|, 1). Says which element differs first.
std::optional<std::string>
findDifference(const Tensor &expected, const Tensor &actual, double tolerance);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_TENSORTEXT_H
