//===- MathExpansions.cpp - Math expanded to arithmetic -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/MathExpansions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

/// `value` as a scalar or splat of `type`.
static Value makeConstant(OpBuilder &b, Location loc, Type type,
                          Attribute value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, value);
  return arith::ConstantOp::create(b, loc, cast<TypedAttr>(value));
}

static Value makeInteger(OpBuilder &b, Location loc, Type type, int64_t value) {
  return makeConstant(b, loc, type,
                      b.getIntegerAttr(getElementTypeOrSelf(type), value));
}

namespace {
/// MLIR 22's own expansion exchanges minimum and maximum.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value raised = arith::MaximumFOp::create(rewriter, op.getLoc(),
                                             op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, raised, op.getMax());
    return success();
  }
};

struct ExpandIsInf : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getOperand().getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    Attribute infinity = rewriter.getFloatAttr(
        element, APFloat::getInf(element.getFloatSemantics()));
    Value size = math::AbsFOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(
        op, arith::CmpFPredicate::OEQ, size,
        makeConstant(rewriter, op.getLoc(), type, infinity));
    return success();
  }
};

struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value base = op.getLhs(), exponent = op.getRhs();
    Value size = math::AbsFOp::create(rewriter, loc, base);
    Value rounded =
        arith::SIToFPOp::create(rewriter, loc, op.getType(), exponent);
    Value power = math::PowFOp::create(rewriter, loc, size, rounded);
    Value mirrored = math::CopySignOp::create(rewriter, loc, power, base);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, isOdd(rewriter, loc, exponent), mirrored, power);
    return success();
  }

private:
  /// Of the integer: as floats large ones are all even.
  static Value isOdd(OpBuilder &b, Location loc, Value number) {
    Type type = number.getType();
    Value last =
        arith::AndIOp::create(b, loc, number, makeInteger(b, loc, type, 1));
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, last,
                                 makeInteger(b, loc, type, 0));
  }
};

/// That of halves is one of f32, rounded once.
struct ExpandHalfFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "it is no half");
    auto vector = dyn_cast<VectorType>(type);
    Type single = rewriter.getF32Type();
    Type wide = vector ? Type(vector.clone(single)) : single;
    Value base =
        arith::ExtFOp::create(rewriter, op.getLoc(), wide, op.getLhs());
    Value power =
        math::FPowIOp::create(rewriter, op.getLoc(), base, op.getRhs());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, power);
    return success();
  }
};

/// The reciprocal of the positive power. MLIR 22's own expansion takes +0 for
/// -0, and so gives -inf where a power of a small number is 0.
struct ExpandNegativeFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
        !exponent.isNegative())
      return rewriter.notifyMatchFailure(op, "its exponent is not negative");
    Location loc = op.getLoc();
    Type type = op.getRhs().getType();
    // The lowest number has no opposite: one factor is multiplied after.
    bool isLowest = exponent.isMinSignedValue();
    Value opposite =
        makeConstant(rewriter, loc, type,
                     rewriter.getIntegerAttr(getElementTypeOrSelf(type),
                                             isLowest ? ~exponent : -exponent));
    Value power = math::FPowIOp::create(rewriter, loc, op.getLhs(), opposite);
    if (isLowest)
      power = arith::MulFOp::create(rewriter, loc, power, op.getLhs());
    Value one = makeConstant(
        rewriter, loc, op.getType(),
        rewriter.getFloatAttr(getElementTypeOrSelf(op.getType()), 1.0));
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, power);
    return success();
  }
};

struct ExpandIPowI : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

/// `base` to the power of the bits of `exponent`, read as unsigned.
static Value multiplySquares(OpBuilder &b, Location loc, Value base,
                             Value exponent) {
  Type type = base.getType();
  Value zero = makeInteger(b, loc, type, 0), one = makeInteger(b, loc, type, 1);
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  auto body = [&](OpBuilder &b, Location loc, Value, ValueRange state) {
    Value bit = arith::AndIOp::create(b, loc, state[2], one);
    Value isSet =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bit, zero);
    Value product = arith::MulIOp::create(b, loc, state[0], state[1]);
    Value power = arith::SelectOp::create(b, loc, isSet, product, state[0]);
    Value square = arith::MulIOp::create(b, loc, state[1], state[1]);
    Value rest = arith::ShRUIOp::create(b, loc, state[2], one);
    scf::YieldOp::create(b, loc, ValueRange{power, square, rest});
  };
  int64_t bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  auto loop = scf::ForOp::create(b, loc, index(0), index(bits), index(1),
                                 ValueRange{one, base, exponent}, body);
  return loop.getResult(0);
}

/// A negative power is the integer part of 1 / x^n: x^|n| if x is 1 or -1, else
/// 0, also for x = 0.
LogicalResult ExpandIPowI::matchAndRewrite(math::IPowIOp op,
                                           PatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Value base = op.getLhs(), exponent = op.getRhs();
  auto constant = [&](int64_t value) {
    return makeInteger(rewriter, loc, op.getType(), value);
  };
  Value isNegative = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::slt, exponent, constant(0));
  Value size = math::AbsIOp::create(rewriter, loc, base);
  Value isUnit = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       size, constant(1));
  // -1 has the same power for n and -n, which have the same parity.
  Value unsignedPower = multiplySquares(rewriter, loc, base, exponent);
  Value inverse = arith::SelectOp::create(rewriter, loc, isUnit, unsignedPower,
                                          constant(0));
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, inverse,
                                               unsignedPower);
  return success();
}

void neo::populateMathExpansions(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  math::populateExpansionPatterns(patterns, {"fpowi"});
  patterns.add<ExpandClamp, ExpandIsInf, ExpandIPowI>(context);
  patterns.add<ExpandNegativeFPowI>(context, /*benefit=*/2);
  patterns.add<ExpandHalfFPowI>(context, /*benefit=*/3);
  // Where the exponent is not constant.
  patterns.add<ExpandFPowI>(context, /*benefit=*/0);
}
