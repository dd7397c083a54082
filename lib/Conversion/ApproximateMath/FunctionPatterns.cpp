//===- FunctionPatterns.cpp - math to the functions of vectors ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionPatterns.h"

#include "Neo/Dialect/Halves.h"

#include "Functions.h"
#include "LibraryLanes.h"
#include "TableFunctions.h"

#include "mlir/IR/Matchers.h"

#include <functional>

using namespace mlir;
using namespace neo;

/// The type with the shape of `type`.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

/// Is `op` on f32, f64 or halves, and not yet known to need the library?
static LogicalResult matchFunction(Operation *op, PatternRewriter &rewriter) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (isa<TensorType>(type))
    return rewriter.notifyMatchFailure(op, "a tensor is not in registers");
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return rewriter.notifyMatchFailure(op,
                                       "tables and calls are of known lanes");
  if (op->hasAttr(libraryCall))
    return rewriter.notifyMatchFailure(op, "arguments this large are rare");
  if (!isHalf(element) && !element.isF32() && !element.isF64())
    return rewriter.notifyMatchFailure(op, "the C library computes this");
  return success();
}

/// The operands of `op`, in f32 if they are halves.
static SmallVector<Float> extendOperands(Operation *op, OpBuilder &b) {
  return llvm::map_to_vector(op->getOperands(), [&](Value x) {
    if (isHalf(getElementTypeOrSelf(x.getType())))
      x = arith::ExtFOp::create(b, op->getLoc(),
                                withElement(x.getType(), b.getF32Type()), x);
    return Float(b, op->getLoc(), x);
  });
}

/// In two steps from f64 to halves, for which there are instructions.
static void replaceByTruncated(Operation *op, Float result,
                               PatternRewriter &rewriter) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  auto truncate = [&](Value x, Type to) -> Value {
    return arith::TruncFOp::create(rewriter, op->getLoc(),
                                   withElement(type, to), x);
  };
  Value value = result;
  if (result.isDouble() && !element.isF64())
    value = truncate(value, rewriter.getF32Type());
  if (isHalf(element))
    value = truncate(value, element);
  rewriter.replaceOp(op, value);
}

namespace {
/// What computes `op` of its operands, in f32 if they are halves.
using Form = std::function<Float(OpBuilder &, Operation *op, ArrayRef<Float>)>;

template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  ExpandFunction(MLIRContext *context, Form form)
      : OpRewritePattern<Op>(context), form(std::move(form)) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    SmallVector<Float> operands = extendOperands(op, rewriter);
    replaceByTruncated(op, form(rewriter, op, operands), rewriter);
    return success();
  }

private:
  Form form;
};

/// Of halves, a root and a quotient that are each rounded would be two
/// roundings. That of f32 remains what it is.
struct ExpandHalfRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    if (!isHalf(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "it is no half");
    Float x = extendOperands(op, rewriter)[0];
    Value root = math::RsqrtOp::create(rewriter, op.getLoc(), x);
    replaceByTruncated(op, Float(rewriter, op.getLoc(), root), rewriter);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static Form ofOne(Float (*expand)(Float)) {
  return
      [=](OpBuilder &, Operation *, ArrayRef<Float> x) { return expand(x[0]); };
}

static Form ofTwo(Float (*expand)(Float, Float)) {
  return [=](OpBuilder &, Operation *, ArrayRef<Float> x) {
    return expand(x[0], x[1]);
  };
}

/// By a table, of f32 where there is one.
static Form byTable(Float (*expand)(Float), bool hasAVX512) {
  return [=](OpBuilder &b, Operation *op, ArrayRef<Float> x) {
    Value result;
    if (hasAVX512 && !x[0].isDouble())
      result = expandByTable(op, x[0]);
    return result ? Float(b, op->getLoc(), result) : expand(x[0]);
  };
}

/// Where an argument is larger than the reduction is right for, which is rare,
/// the lanes with such a one are computed by the C library.
static Form periodic(Float (*expand)(Float)) {
  return [=](OpBuilder &b, Operation *op, ArrayRef<Float> x) {
    Float result = expand(x[0]);
    // A number of f16 is never so large.
    if (getElementTypeOrSelf(op->getResult(0).getType()).isF16())
      return result;
    Truth isLarge = x[0].magnitude().is(arith::CmpFPredicate::OGT,
                                        largestPeriodicArgument(x[0]));
    return correctByLibrary(b, op, isLarge, x, result);
  };
}

static Float computeRemainder(OpBuilder &b, Operation *op, ArrayRef<Float> x) {
  Remainder remainder = expandRemainder(x[0], x[1]);
  return correctByLibrary(b, op, !remainder.isShort, x, remainder.value);
}

static std::optional<double> constantOf(Value value) {
  FloatAttr number;
  DenseFPElementsAttr numbers;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValueAsDouble();
  if (matchPattern(value, m_Constant(&numbers)) && numbers.isSplat())
    return numbers.getSplatValue<FloatAttr>().getValueAsDouble();
  return std::nullopt;
}

/// x^1.5 and the like are products and a square root.
static Float computePower(OpBuilder &, Operation *op, ArrayRef<Float> x) {
  std::optional<double> exponent = constantOf(op->getOperand(1));
  return exponent && isShortPower(*exponent) ? expandShortPower(x[0], *exponent)
                                             : expandPow(x[0], x[1]);
}

//===----------------------------------------------------------------------===//
// What is expanded
//===----------------------------------------------------------------------===//

void neo::populateFunctionPatterns(RewritePatternSet &patterns,
                                   bool hasAVX512) {
  MLIRContext *c = patterns.getContext();
  auto tabled = [=](Float (*expand)(Float)) {
    return byTable(expand, hasAVX512);
  };
  patterns.add<ExpandFunction<math::ExpOp>>(c, tabled(expandExp));
  patterns.add<ExpandFunction<math::Exp2Op>>(c, ofOne(expandExp2));
  patterns.add<ExpandFunction<math::ExpM1Op>>(c, ofOne(expandExpM1));
  patterns.add<ExpandFunction<math::SinhOp>>(c, ofOne(expandSinh));
  patterns.add<ExpandFunction<math::CoshOp>>(c, ofOne(expandCosh));
  patterns.add<ExpandFunction<math::LogOp>>(c, tabled(expandLog));
  patterns.add<ExpandFunction<math::Log2Op>>(c, tabled(expandLog2));
  patterns.add<ExpandFunction<math::Log10Op>>(c, ofOne(expandLog10));
  patterns.add<ExpandFunction<math::Log1pOp>>(c, ofOne(expandLog1p));
  patterns.add<ExpandFunction<math::TanhOp>>(c, tabled(expandTanh));
  patterns.add<ExpandFunction<math::ErfOp>>(c, tabled(expandErf));
  patterns.add<ExpandFunction<math::AsinOp>>(c, ofOne(expandAsin));
  patterns.add<ExpandFunction<math::AcosOp>>(c, ofOne(expandAcos));
  patterns.add<ExpandFunction<math::AtanOp>>(c, ofOne(expandAtan));
  patterns.add<ExpandFunction<math::Atan2Op>>(c, ofTwo(expandAtan2));
  patterns.add<ExpandFunction<math::SinOp>>(c, periodic(expandSin));
  patterns.add<ExpandFunction<math::CosOp>>(c, periodic(expandCos));
  patterns.add<ExpandFunction<math::TanOp>>(c, periodic(expandTan));
  patterns.add<ExpandFunction<math::AsinhOp>>(c, ofOne(expandAsinh));
  patterns.add<ExpandFunction<math::AcoshOp>>(c, ofOne(expandAcosh));
  patterns.add<ExpandFunction<math::AtanhOp>>(c, ofOne(expandAtanh));
  patterns.add<ExpandFunction<arith::RemFOp>>(c, computeRemainder);
  patterns.add<ExpandFunction<math::PowFOp>>(c, computePower);
  patterns.add<ExpandHalfRsqrt>(c);
}
