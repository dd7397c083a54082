//===- OneVariable.cpp - Values that are functions of one other -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OneVariable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

/// None, if it cannot be read.
using Read = std::optional<OneVariable>;

using Kind = OneVariable::Kind;

static bool isNumber(const OneVariable &a) { return !a.variable; }

/// Exchanges variable and factor of a constant times both.
static OneVariable flip(const OneVariable &a) {
  return {a.factor, a.variable, true};
}

static OneVariable negate(OneVariable a) {
  a.isNegative = !a.isNegative;
  return a;
}

/// `sum`, whose terms are `a` and `b`, with its kind.
static OneVariable withKindOfSum(OneVariable sum, const OneVariable &a,
                                 const OneVariable &b) {
  auto isEven = [](Kind kind) {
    return kind == Kind::number || kind == Kind::even || kind == Kind::raised;
  };
  sum.isNegative = a.isNegative;
  if (a.isNegative != b.isNegative)
    sum.kind = Kind::other;
  else if (a.kind == b.kind)
    sum.kind = a.kind;
  else
    sum.kind = isEven(a.kind) && isEven(b.kind) ? Kind::raised : Kind::other;
  return sum;
}

/// `product`, whose factors are `a` and `b`, with its kind.
static OneVariable withKindOfProduct(OneVariable product, const OneVariable &a,
                                     const OneVariable &b) {
  auto isKnown = [](Kind kind) { return kind != Kind::other; };
  product.isNegative = a.isNegative != b.isNegative;
  product.kind = Kind::other;
  if (!isKnown(a.kind) || !isKnown(b.kind))
    return product;
  if ((a.kind == Kind::odd) != (b.kind == Kind::odd))
    product.kind = Kind::odd;
  else if (a.kind == Kind::odd || a.kind == Kind::even || b.kind == Kind::even)
    product.kind = Kind::even;
  else
    product.kind = a.kind == b.kind ? a.kind : Kind::raised;
  return product;
}

/// A multiple of what is the factor of `other` is a constant times that.
static OneVariable asMultipleOfFactor(OneVariable a, const OneVariable &other) {
  if (!a.factor && a.isMultiple && other.factor == a.variable)
    return {other.variable, other.factor, false, Kind::number, a.isNegative};
  return a;
}

/// The variable and factor of a sum.
static Read joinTerms(OneVariable a, OneVariable b) {
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
  a = asMultipleOfFactor(a, b);
  b = asMultipleOfFactor(b, a);
  if (a.variable != b.variable || a.factor != b.factor)
    return std::nullopt;
  return OneVariable{a.variable, a.factor, a.isMultiple && b.isMultiple};
}

static Read add(const OneVariable &a, const OneVariable &b) {
  Read sum = joinTerms(a, b);
  return sum ? withKindOfSum(*sum, a, b) : sum;
}

/// `a` has a factor, `b` has none.
static Read multiplyOther(OneVariable a, const OneVariable &b) {
  if (a.isMultiple && a.factor == b.variable)
    a = flip(a);
  if (a.variable != b.variable)
    return std::nullopt;
  return OneVariable{a.variable, a.factor, false};
}

/// The variable and factor of a product.
static Read joinFactors(OneVariable a, OneVariable b) {
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

static Read multiply(const OneVariable &a, const OneVariable &b) {
  Read product = joinFactors(a, b);
  return product ? withKindOfProduct(*product, a, b) : product;
}

/// A function of an argument that is monotonic from 0 on.
static Read takeFunction(const OneVariable &a) {
  if (a.factor || (a.kind != Kind::odd && a.kind != Kind::even))
    return std::nullopt;
  return OneVariable{a.variable, {}, false};
}

static Read readOperation(Operation *op, ArrayRef<OneVariable> operands) {
  return llvm::TypeSwitch<Operation *, Read>(op)
      .Case([&](arith::AddFOp) { return add(operands[0], operands[1]); })
      .Case(
          [&](arith::SubFOp) { return add(operands[0], negate(operands[1])); })
      .Case([&](arith::NegFOp) { return negate(operands[0]); })
      .Case([&](arith::MulFOp) { return multiply(operands[0], operands[1]); })
      .Case([&](arith::DivFOp) {
        return isNumber(operands[1]) ? multiply(operands[0], operands[1])
                                     : Read();
      })
      .Case([&](math::FmaOp) {
        Read product = multiply(operands[0], operands[1]);
        return product ? add(*product, operands[2]) : Read();
      })
      .Default([&](Operation *) { return takeFunction(operands[0]); });
}

/// Is it a vector of 16 f32?
static bool isWide(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type && type.getShape() == ArrayRef<int64_t>{16} &&
         type.getElementType().isF32();
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
  return isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::MulFOp,
             arith::DivFOp, math::FmaOp, math::ErfOp, math::TanhOp,
             math::ExpOp>(op) &&
         isWide(op.getResult(0));
}

/// A value of unknown form is a variable.
OneVariable Reader::read(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  OneVariable result{value, {}, true, Kind::odd};
  DenseFPElementsAttr number;
  Operation *op = value.getDefiningOp();
  if (matchPattern(value, m_Constant(&number)) && number.isSplat())
    result = {{},
              {},
              false,
              Kind::number,
              number.getSplatValue<APFloat>().isNegative()};
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
    if (!isFunction(op) || !reader.needed.contains(op.getResult(0)))
      continue;
    OneVariable form = reader.read(op.getResult(0));
    if (form.variable != op.getResult(0) && !form.isMultiple)
      found.push_back({op.getResult(0), form});
  }
  return found;
}
