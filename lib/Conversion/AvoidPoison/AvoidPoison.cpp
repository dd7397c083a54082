//===- AvoidPoison.cpp - Values where LLVM has none -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/AvoidPoison.h"

#include "Neo/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include <cmath>
#include <optional>

namespace neo {
#define GEN_PASS_DEF_NEOAVOIDPOISON
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// `type`, or vectors of it where `like` is one.
static Type typeLike(Type like, Type type) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? Type(vector.clone(type)) : type;
}

/// Bits of an element; indices have those of addresses.
static unsigned widthOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

static Value constantOf(OpBuilder &b, Location loc, Type type,
                        TypedAttr number) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector)
    number = DenseElementsAttr::get(vector, number);
  return arith::ConstantOp::create(b, loc, number);
}

static Value floatOf(OpBuilder &b, Location loc, Type type, double number) {
  return constantOf(b, loc, type,
                    b.getFloatAttr(getElementTypeOrSelf(type), number));
}

static Value integerOf(OpBuilder &b, Location loc, Type type, APInt number) {
  return constantOf(b, loc, type,
                    b.getIntegerAttr(getElementTypeOrSelf(type), number));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Bounds of an integer type are no numbers of f16: those become f32.
static Value widen(OpBuilder &b, Value number) {
  Type type = number.getType();
  if (widthOf(type) >= 32)
    return number;
  return arith::ExtFOp::create(b, number.getLoc(),
                               typeLike(type, b.getF32Type()), number);
}

/// The constant that `Extremum` puts a bound to `number` by, which becomes the
/// other operand.
template <typename... Extremum>
static std::optional<double> takeBound(Value &number) {
  Operation *op = number.getDefiningOp();
  if (!isa_and_nonnull<Extremum...>(op))
    return std::nullopt;
  for (unsigned i : {0, 1}) {
    APFloat bound(0.0);
    if (!matchPattern(op->getOperand(i), m_ConstantFloat(&bound)))
      continue;
    number = op->getOperand(1 - i);
    return FloatAttr::getValueAsDouble(bound);
  }
  return std::nullopt;
}

/// Whether `number` is a clamp into [lowest, beyond), or NaN.
static bool isClamped(Value number, double lowest, double beyond) {
  std::optional<double> low, high;
  while (auto bound = takeBound<arith::MinimumFOp, arith::MinNumFOp>(number))
    high = std::min(*bound, high.value_or(*bound));
  while (auto bound = takeBound<arith::MaximumFOp, arith::MaxNumFOp>(number))
    low = std::max(*bound, low.value_or(*bound));
  return low && high && *low >= lowest && *high < beyond && *high >= lowest;
}

/// `Conversion` of a float that is in range if it is a number.
template <typename Conversion> static Value convertNumber(Conversion op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value x = op.getIn();
  Value isNumber =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, x, x);
  Value number = arith::SelectOp::create(b, loc, isNumber, x,
                                         floatOf(b, loc, x.getType(), 0));
  return Conversion::create(b, loc, op.getType(), number);
}

/// `Conversion` of a float to an integer: below `lowest` it is `least`, from
/// `beyond` on `most`.
template <typename Conversion>
static Value saturate(Conversion op, double lowest, double beyond,
                      const APInt &least, const APInt &most) {
  if (isClamped(op.getIn(), lowest, beyond))
    return convertNumber(op);
  OpBuilder b(op);
  Location loc = op.getLoc();
  Type type = op.getType();
  Value x = widen(b, op.getIn());
  auto compare = [&](arith::CmpFPredicate how, double bound) -> Value {
    return arith::CmpFOp::create(b, loc, how, x,
                                 floatOf(b, loc, x.getType(), bound));
  };
  Value isLarge = compare(arith::CmpFPredicate::OGE, beyond);
  Value isSmall = compare(arith::CmpFPredicate::OLT, lowest);
  Value isInside =
      arith::AndIOp::create(b, loc, compare(arith::CmpFPredicate::OLT, beyond),
                            compare(arith::CmpFPredicate::OGE, lowest));
  Value inside = arith::SelectOp::create(b, loc, isInside, x,
                                         floatOf(b, loc, x.getType(), 0));
  Value whole = Conversion::create(b, loc, type, inside);
  whole = arith::SelectOp::create(b, loc, isLarge,
                                  integerOf(b, loc, type, most), whole);
  return arith::SelectOp::create(b, loc, isSmall,
                                 integerOf(b, loc, type, least), whole);
}

static Value saturate(arith::FPToSIOp op) {
  unsigned width = widthOf(op.getType());
  double bound = std::ldexp(1.0, int(width) - 1);
  return saturate(op, -bound, bound, APInt::getSignedMinValue(width),
                  APInt::getSignedMaxValue(width));
}

static Value saturate(arith::FPToUIOp op) {
  unsigned width = widthOf(op.getType());
  return saturate(op, 0, std::ldexp(1.0, int(width)), APInt::getZero(width),
                  APInt::getAllOnes(width));
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

static bool isBelow(Value amount, unsigned width) {
  APInt number;
  return matchPattern(amount, m_ConstantInt(&number)) && number.ult(width);
}

/// Null: it is in range.
template <typename Shift> static Value shiftOrZero(Shift op) {
  Type type = op.getType();
  unsigned width = widthOf(type);
  if (isBelow(op.getRhs(), width))
    return nullptr;
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value zero = integerOf(b, loc, type, APInt::getZero(width));
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, op.getRhs(),
                            integerOf(b, loc, type, APInt(width, width)));
  Value amount = arith::SelectOp::create(b, loc, isInside, op.getRhs(), zero);
  Value shifted = Shift::create(b, loc, op.getLhs(), amount);
  return arith::SelectOp::create(b, loc, isInside, shifted, zero);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static Value defineEverywhere(Operation *op) {
  if (auto conversion = dyn_cast<arith::FPToSIOp>(op))
    return saturate(conversion);
  if (auto conversion = dyn_cast<arith::FPToUIOp>(op))
    return saturate(conversion);
  if (auto shift = dyn_cast<arith::ShLIOp>(op))
    return shiftOrZero(shift);
  if (auto shift = dyn_cast<arith::ShRSIOp>(op))
    return shiftOrZero(shift);
  if (auto shift = dyn_cast<arith::ShRUIOp>(op))
    return shiftOrZero(shift);
  return nullptr;
}

/// Arithmetic on tensors, and in the bodies of others' structured operations,
/// which have to keep their form.
static bool isOfOthers(Operation *op) {
  return isa_and_nonnull<DestinationStyleOpInterface>(op->getParentOp()) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

void neo::avoidPoison(Operation *root) {
  root->walk([](Operation *op) {
    if (isOfOthers(op))
      return;
    if (Value defined = defineEverywhere(op)) {
      op->getResult(0).replaceAllUsesWith(defined);
      op->erase();
    }
  });
}

namespace {
struct AvoidPoison : neo::impl::NeoAvoidPoisonBase<AvoidPoison> {
  void runOnOperation() override { avoidPoison(getOperation()); }
};
} // namespace
