//===- SelectedNumber.cpp - Which number selects a term -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SelectedNumber.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

/// The least bits of the integers that `value` is converted to; what it is
/// converted from is left in it.
static unsigned skipConversions(Value &value) {
  unsigned bits = 64;
  while (Operation *made = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::ExtSIOp>(made))
      break;
    if (auto type = dyn_cast<IntegerType>(value.getType()))
      bits = std::min(bits, type.getWidth());
    value = made->getOperand(0);
  }
  return bits;
}

/// The loop that `value` is the value of, in as many bits as that needs.
static std::optional<unsigned> readLoop(Value value,
                                        ArrayRef<int64_t> extents) {
  unsigned bits = skipConversions(value);
  auto index = value.getDefiningOp<IndexOp>();
  if (!index || (extents[index.getLoop()] - 1) >> (bits - 1) != 0)
    return std::nullopt;
  return index.getLoop();
}

/// The argument that `value` is, converted to no fewer bits.
static std::optional<unsigned> readArgument(Value value) {
  unsigned bits = skipConversions(value);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getType().getIntOrFloatBitWidth() > bits)
    return std::nullopt;
  return argument.getArgNumber();
}

/// The same; `known` has what was asked before.
static bool vanishes(Value value, Value test, DenseMap<Value, bool> &known) {
  if (value == test || matchPattern(value, m_AnyZeroFloat()) ||
      matchPattern(value, m_Zero()))
    return true;
  Operation *made = value.getDefiningOp();
  if (!made)
    return false;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  auto of = [&](unsigned operand) {
    return vanishes(made->getOperand(operand), test, known);
  };
  bool result = false;
  if (isa<arith::SelectOp>(made))
    result = of(2) && (of(0) || of(1));
  else if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(made))
    result = of(0) || of(1);
  else if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
               arith::OrIOp>(made))
    result = of(0) && of(1);
  else if (isa<arith::NegFOp, arith::DivFOp, arith::ExtFOp, arith::TruncFOp,
               arith::UIToFPOp, arith::SIToFPOp, arith::ExtUIOp, arith::ExtSIOp,
               arith::TruncIOp>(made))
    result = of(0);
  known[value] = result;
  return result;
}

bool neo::vanishesWith(Value value, Value part) {
  DenseMap<Value, bool> known;
  return vanishes(value, part, known);
}

/// Does the element's value occur in the body beside `test`?
static bool readsElsewhere(ComputeOp op, arith::CmpIOp test, unsigned loop) {
  for (auto index : op.getBodyBlock()->getOps<IndexOp>()) {
    if (index.getLoop() != loop)
      continue;
    Operation *reader = index;
    while (reader != test) {
      if (!reader->hasOneUse())
        return true;
      reader = *reader->user_begin();
      if (reader != test && !isa<arith::IndexCastOp, arith::ExtSIOp>(reader))
        return true;
    }
  }
  return false;
}

bool neo::dependsOn(const OperandSpec &operand, unsigned loop) {
  return operand.map.isFunctionOfDim(loop) ||
         (operand.isGuarded() &&
          llvm::any_of(operand.guard.getConstraints(), [&](AffineExpr each) {
            return each.isFunctionOfDim(loop);
          }));
}

/// The comparison of a number with a loop that `accepts` and that selects the
/// terms.
static std::optional<Selection>
findSelection(ComputeOp op, llvm::function_ref<bool(unsigned)> accepts) {
  for (auto test : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
    if (test.getPredicate() != arith::CmpIPredicate::eq)
      continue;
    for (bool swapped : {false, true}) {
      auto loop = readLoop(test->getOperand(swapped), op.getExtents());
      if (!loop || !accepts(*loop))
        continue;
      auto number = readArgument(test->getOperand(!swapped));
      if (number && !readsElsewhere(op, test, *loop) &&
          vanishesWith(op.getYielded(), test))
        return Selection{test, *number, *loop};
    }
  }
  return std::nullopt;
}

std::optional<Selection> neo::findSelectedElement(ComputeOp op) {
  SmallVector<OperandSpec> operands = getOperandSpecs(op);
  return findSelection(op, [&](unsigned loop) {
    return loop < op.getNumOutputLoops() &&
           llvm::none_of(
               operands,
               [&](const OperandSpec &operand) {
                 return dependsOn(operand, loop);
               });
  });
}

std::optional<Selection> neo::findSelectedTerm(ComputeOp op) {
  auto selection = findSelection(
      op, [&](unsigned loop) { return loop >= op.getNumOutputLoops(); });
  if (selection &&
      dependsOn(getOperandSpecs(op)[selection->number], selection->loop))
    return std::nullopt;
  return selection;
}

/// Is `expr` a sum of multiples?
static bool isLinear(AffineExpr expr) {
  bool linear = true;
  expr.walk([&](AffineExpr each) {
    linear &= each.getKind() != AffineExprKind::FloorDiv &&
              each.getKind() != AffineExprKind::CeilDiv &&
              each.getKind() != AffineExprKind::Mod;
  });
  return linear;
}

FailureOr<PartedConditions> neo::partConditions(IntegerSet where,
                                                unsigned loop) {
  PartedConditions parted;
  if (!where)
    return parted;
  SmallVector<AffineExpr> kept;
  SmallVector<bool> isEquality;
  for (auto [expr, equals] :
       llvm::zip_equal(where.getConstraints(), where.getEqFlags())) {
    if (!expr.isFunctionOfDim(loop)) {
      kept.push_back(expr);
      isEquality.push_back(equals);
    } else if (isLinear(expr)) {
      parted.asked.emplace_back(expr, equals);
    } else {
      return failure();
    }
  }
  if (!kept.empty())
    parted.rest = IntegerSet::get(where.getNumDims(), 0, kept, isEquality);
  return parted;
}

Value neo::isSelected(OpBuilder &b, Location loc, Value number, int64_t extent,
                      const PartedConditions &conditions,
                      SmallVector<Value> point, unsigned place) {
  auto compare = [&](arith::CmpIPredicate predicate, Value left,
                     int64_t right) -> Value {
    Value bound = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(left.getType(), right));
    return arith::CmpIOp::create(b, loc, predicate, left, bound);
  };
  Value all = arith::AndIOp::create(
      b, loc, compare(arith::CmpIPredicate::sge, number, 0),
      compare(arith::CmpIPredicate::slt, number, extent));
  if (conditions.asked.empty())
    return all;
  // What is computed of a number far outside would overflow.
  Value first =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(number.getType()));
  Value inside = arith::SelectOp::create(b, loc, all, number, first);
  point[place] = arith::IndexCastOp::create(b, loc, b.getIndexType(), inside);
  for (auto [expr, equals] : conditions.asked) {
    Value value = affine::expandAffineExpr(b, loc, expr, point, {});
    Value holds =
        compare(equals ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
                value, 0);
    all = arith::AndIOp::create(b, loc, all, holds);
  }
  return all;
}

Value neo::cloneSelected(OpBuilder &b, Location loc, ComputeOp op,
                         Selection selection, ValueRange arguments,
                         ArrayRef<int> places) {
  IRMapping values;
  values.map(op.getBodyBlock()->getArguments(), arguments);
  Value holds = arith::ConstantIntOp::create(b, loc, 1, 1);
  values.map(selection.test.getResult(), holds);
  return cloneExpression(b, op.getYielded(), values, places);
}

Value neo::widenNumber(OpBuilder &b, Location loc, Value number) {
  if (number.getType().isInteger(64))
    return number;
  return arith::ExtSIOp::create(b, loc, b.getI64Type(), number);
}
