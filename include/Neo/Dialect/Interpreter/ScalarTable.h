//===- ScalarTable.h - The meaning of arith and math operations -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One row per operation: its name and a function of its operands. The caller
// makes the result canonical, so a row says what the operation means over the
// real numbers or over 64 bits and nothing about widths:
//
//     {"arith.addf", f2([](double a, double b) { return a + b; })}
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_SCALARTABLE_H
#define NEO_DIALECT_INTERPRETER_SCALARTABLE_H

#include "Neo/Dialect/Interpreter/Scalar.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace neo {

/// One operation applied to numbers.
struct ScalarCall {
  const Scalar *operands;
  /// Kinds of the last operand and of the result. The last operand, because
  /// the first one of a select is its condition.
  ElementKind from, to;
  /// The predicate of a comparison, as its attribute numbers it.
  int64_t predicate = 0;
};

using ScalarFunction = std::function<Scalar(const ScalarCall &)>;
using ScalarTable = llvm::StringMap<ScalarFunction>;

/// Shorthand for rows over floats and over integers.
ScalarFunction f1(double (*function)(double));
ScalarFunction f2(double (*function)(double, double));
ScalarFunction f3(double (*function)(double, double, double));
ScalarFunction i1(int64_t (*function)(int64_t));
ScalarFunction i2(int64_t (*function)(int64_t, int64_t));
/// Over integers read as unsigned numbers of the operand's width.
ScalarFunction u2(uint64_t (*function)(uint64_t, uint64_t));

/// `value` read as an unsigned number of `kind`'s width.
uint64_t getUnsigned(ElementKind kind, Scalar value);

void addFloatRows(ScalarTable &table);
void addIntegerRows(ScalarTable &table);
void addConversionRows(ScalarTable &table);

/// The function of the operation called `name`, or null.
const ScalarFunction *findScalarFunction(llvm::StringRef name);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_SCALARTABLE_H
