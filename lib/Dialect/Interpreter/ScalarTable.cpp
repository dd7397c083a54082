//===- ScalarTable.cpp - The meaning of arith and math operations ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "llvm/Support/MathExtras.h"

using namespace neo;

ScalarFunction neo::f1(double (*function)(double)) {
  return [=](const ScalarCall &call) {
    return makeFloat(function(call.operands[0].f));
  };
}

ScalarFunction neo::f2(double (*function)(double, double)) {
  return [=](const ScalarCall &call) {
    return makeFloat(function(call.operands[0].f, call.operands[1].f));
  };
}

ScalarFunction neo::f3(double (*function)(double, double, double)) {
  return [=](const ScalarCall &call) {
    return makeFloat(
        function(call.operands[0].f, call.operands[1].f, call.operands[2].f));
  };
}

ScalarFunction neo::i1(int64_t (*function)(int64_t)) {
  return [=](const ScalarCall &call) {
    return makeInteger(function(call.operands[0].i));
  };
}

ScalarFunction neo::i2(int64_t (*function)(int64_t, int64_t)) {
  return [=](const ScalarCall &call) {
    return makeInteger(function(call.operands[0].i, call.operands[1].i));
  };
}

ScalarFunction neo::u2(uint64_t (*function)(uint64_t, uint64_t)) {
  return [=](const ScalarCall &call) {
    return makeInteger(function(getUnsigned(call.from, call.operands[0]),
                                getUnsigned(call.from, call.operands[1])));
  };
}

uint64_t neo::getUnsigned(ElementKind kind, Scalar value) {
  return uint64_t(value.i) &
         llvm::maskTrailingOnes<uint64_t>(getBitWidth(kind));
}

const ScalarFunction *neo::findScalarFunction(llvm::StringRef name) {
  static const ScalarTable table = [] {
    ScalarTable rows;
    addFloatRows(rows);
    addIntegerRows(rows);
    addConversionRows(rows);
    return rows;
  }();
  auto row = table.find(name);
  return row == table.end() ? nullptr : &row->second;
}
