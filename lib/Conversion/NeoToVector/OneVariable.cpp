//===- OneVariable.cpp - Values that are functions of one other -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OneVariable.h"

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

/// Nothing, if it cannot be read.
using Read = std::optional<OneVariable>;

static bool isNumber(const OneVariable &a) { return !a.variable; }

/// A number times a variable and a factor, with these exchanged.
static OneVariable flip(const OneVariable &a) {
  return {a.factor, a.variable, true};
}

/// The factor of both, if there is one: terms of a sum.
static Read add(OneVariable a, OneVariable b) {
  if (isNumber(a))
    std::swap(a, b);
  if (isNumber(a))
    return a;
  if (isNumber(b))
    return a.factor ? Read() : OneVariable{a.variable, {}, false};
  if (a.factor && a.isMultiple && a.factor == b.variable)
    a = flip(a);
  if (b.factor && b.isMultiple && b.factor == a.variable)
    b = flip(b);
  if (a.variable != b.variable || a.factor != b.factor)
    return std::nullopt;
  return OneVariable{a.variable, a.factor, a.isMultiple && b.isMultiple};
}

/// `a` has a factor, `b` has none.
static Read multiplyOther(OneVariable a, const OneVariable &b) {
  if (a.isMultiple && a.factor == b.variable)
    a = flip(a);
  if (a.variable != b.variable)
    return std::nullopt;
  return OneVariable{a.variable, a.factor, false};
}

static Read multiply(OneVariable a, OneVariable b) {
  if (isNumber(a))
    return b;
  if (isNumber(b))
    return a;
  if (a.factor && b.factor)
    return std::nullopt;
  if (a.factor || b.factor)
    return a.factor ? multiplyOther(a, b) : multiplyOther(b, a);
  if (a.variable == b.variable)
    return OneVariable{a.variable, {}, false};
  if (!a.isMultiple)
    std::swap(a, b);
  if (!a.isMultiple)
    return std::nullopt;
  return OneVariable{b.variable, a.variable, b.isMultiple};
}

/// A quotient, which is a product with a function of the divisor.
static Read divide(const OneVariable &a, OneVariable b) {
  if (isNumber(b))
    return a;
  if (b.factor)
    return std::nullopt;
  b.isMultiple = false;
  return isNumber(a) ? Read(b) : multiply(a, b);
}

/// Any other function.
static Read combine(ArrayRef<OneVariable> operands) {
  OneVariable result;
  for (const OneVariable &a : operands) {
    if (isNumber(a))
      continue;
    if (a.factor || (result.variable && result.variable != a.variable))
      return std::nullopt;
    result.variable = a.variable;
  }
  return result;
}

static Read readOperation(Operation *op, ArrayRef<OneVariable> operands) {
  return llvm::TypeSwitch<Operation *, Read>(op)
      .Case<arith::AddFOp, arith::SubFOp>(
          [&](auto) { return add(operands[0], operands[1]); })
      .Case<arith::NegFOp>([&](auto) { return operands[0]; })
      .Case<arith::MulFOp>(
          [&](auto) { return multiply(operands[0], operands[1]); })
      .Case<arith::DivFOp>(
          [&](auto) { return divide(operands[0], operands[1]); })
      .Case<math::FmaOp>([&](auto) {
        Read product = multiply(operands[0], operands[1]);
        return product ? add(*product, operands[2]) : Read();
      })
      .Default([&](Operation *) { return combine(operands); });
}

/// Is it a vector of 16 f32, or what compares such vectors?
static bool isWide(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type && type.getShape() == ArrayRef<int64_t>{16} &&
         (type.getElementType().isF32() || type.getElementType().isInteger(1));
}

namespace {
class Reader {
public:
  OneVariable read(Value value);
  llvm::SetVector<Value> needed;

private:
  llvm::DenseMap<Value, OneVariable> known;
};
} // namespace

static bool isFunction(Operation &op) {
  return op.getNumResults() == 1 && op.getNumOperands() <= 3 &&
         op.getNumOperands() > 0 && isPure(&op) && isWide(op.getResult(0)) &&
         llvm::all_of(op.getOperands(), isWide) &&
         findScalarFunction(op.getName().getStringRef());
}

/// A value that nothing is known of is a variable.
OneVariable Reader::read(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  OneVariable result{value, {}, true};
  DenseFPElementsAttr number;
  Operation *op = value.getDefiningOp();
  if (matchPattern(value, m_Constant(&number)) && number.isSplat())
    result = {};
  else if (op && isFunction(*op)) {
    auto operands = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return read(operand); });
    Read combined = readOperation(op, operands);
    if (combined && !isNumber(*combined))
      result = *combined;
    else
      needed.insert_range(op->getOperands());
  }
  return known[value] = result;
}

SmallVector<std::pair<Value, OneVariable>>
neo::findFunctionsOfOne(Block &block) {
  Reader reader;
  for (Operation &op : block)
    if (isFunction(op))
      reader.read(op.getResult(0));
    else
      op.walk([&](Operation *inner) {
        reader.needed.insert_range(inner->getOperands());
      });
  SmallVector<std::pair<Value, OneVariable>> found;
  for (Operation &op : block) {
    if (!isFunction(op) || !reader.needed.contains(op.getResult(0)) ||
        !getElementTypeOrSelf(op.getResult(0)).isF32())
      continue;
    OneVariable form = reader.read(op.getResult(0));
    if (form.variable != op.getResult(0) && !form.isMultiple)
      found.push_back({op.getResult(0), form});
  }
  return found;
}
