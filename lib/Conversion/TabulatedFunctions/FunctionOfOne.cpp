//===- FunctionOfOne.cpp - Functions of one variable ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionOfOne.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace neo;

/// Half a unit in the last place of 1, and of a denormal number.
constexpr double half = 0x1p-24, halfOfDenormal = 0x1p-150;

/// The relative rounding error of `op` for exact operands.
static double getRounding(Operation *op) {
  if (isa<arith::NegFOp>(op))
    return 0;
  bool isRounded =
      isa<arith::ArithDialect>(op->getDialect()) || isa<math::FmaOp>(op);
  return isRounded ? half : 2 * half;
}

FunctionOfOne::FunctionOfOne(Value result, Value argument, Value factor) {
  stepOf[argument] = add({nullptr, {}, 0, 0, 0}, "x");
  if (factor)
    stepOf[factor] = add({nullptr, {}, 0, 0, 1}, "1");
  read(result);
}

unsigned FunctionOfOne::add(Step step, StringRef name) {
  llvm::raw_string_ostream stream(said);
  stream << name;
  for (unsigned i = 0; i < step.count; ++i)
    stream << ' ' << step.operands[i];
  stream << '\n';
  steps.push_back(step);
  return steps.size() - 1;
}

unsigned FunctionOfOne::read(Value value) {
  auto known = stepOf.find(value);
  if (known != stepOf.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  DenseFPElementsAttr number;
  unsigned made;
  if (matchPattern(value, m_Constant(&number))) {
    double splat = number.getSplatValue<APFloat>().convertToDouble();
    std::string name;
    llvm::raw_string_ostream(name)
        << llvm::format_hex(llvm::bit_cast<uint64_t>(splat), 18);
    made = add({nullptr, {}, 0, 0, splat}, name);
  } else {
    StringRef name = op->getName().getStringRef();
    Step step{
        findScalarFunction(name), {}, op->getNumOperands(), getRounding(op), 0};
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      step.operands[i] = read(operand);
    made = add(step, name);
  }
  return stepOf[value] = made;
}

Uncertain FunctionOfOne::at(double x) const {
  SmallVector<Scalar> values;
  SmallVector<double> errors;
  values.push_back(makeFloat(x));
  errors.push_back(0);
  for (const Step &step : llvm::ArrayRef(steps).drop_front()) {
    auto [value, error] = run(step, values, errors);
    values.push_back(value);
    errors.push_back(error);
  }
  return {values.back().f, errors.back()};
}

/// The value and error bound of a step, for operands with error bounds.
std::pair<Scalar, double> FunctionOfOne::run(const Step &step,
                                             ArrayRef<Scalar> values,
                                             ArrayRef<double> errors) const {
  if (!step.function)
    return {makeFloat(step.value), 0};
  Scalar operands[3];
  for (unsigned i = 0; i < step.count; ++i)
    operands[i] = values[step.operands[i]];
  ScalarCall call{operands, ElementKind::f64, ElementKind::f64,
                  /*predicate=*/0};
  Scalar result = (*step.function)(call);
  double error = 0;
  if (step.rounding != 0)
    error = std::max(step.rounding * std::abs(result.f), halfOfDenormal);
  for (unsigned i = 0; i < step.count; ++i) {
    double off = errors[step.operands[i]], most = 0;
    if (off == 0)
      continue;
    Scalar exact = operands[i];
    for (double moved : {exact.f - off, exact.f + off}) {
      operands[i] = makeFloat(moved);
      most = std::max(most, std::abs((*step.function)(call).f - result.f));
    }
    operands[i] = exact;
    error += most;
  }
  return {result, error};
}
