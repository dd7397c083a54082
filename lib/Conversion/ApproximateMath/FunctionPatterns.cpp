//===- FunctionPatterns.cpp - math to the functions of vectors ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionPatterns.h"

#include "Functions.h"
#include "LibraryLanes.h"
#include "TableFunctions.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

/// The type with the shape of `type`.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

static bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

/// Is `op` on f32, f64 or halves, and not yet known to need the library?
static LogicalResult matchFunction(Operation *op, PatternRewriter &rewriter) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (isa<TensorType>(type))
    return rewriter.notifyMatchFailure(op, "a tensor is not in registers");
  if (op->hasAttr(libraryCall))
    return rewriter.notifyMatchFailure(op, "arguments this large are rare");
  if (!isHalf(element) && !element.isF32() && !element.isF64())
    return rewriter.notifyMatchFailure(op, "the C library computes this");
  return success();
}

/// The operands of `op` in f32 if they are halves, in f64 if that is wanted.
static SmallVector<Float> extendOperands(Operation *op, bool toDouble,
                                         OpBuilder &b) {
  auto extend = [&](Value x, Type element) -> Value {
    return arith::ExtFOp::create(b, op->getLoc(),
                                 withElement(x.getType(), element), x);
  };
  return llvm::map_to_vector(op->getOperands(), [&](Value x) {
    if (isHalf(getElementTypeOrSelf(x.getType())))
      x = extend(x, b.getF32Type());
    if (toDouble)
      x = extend(x, b.getF64Type());
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
/// A function with a form in f32 and f64; halves take that of f32.
template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  using Form = Float (*)(Float);
  ExpandFunction(MLIRContext *context, Form expand, bool hasAVX512)
      : OpRewritePattern<Op>(context), expand(expand), hasAVX512(hasAVX512) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    Float x = extendOperands(op, /*toDouble=*/false, rewriter).front();
    Value result;
    if (hasAVX512 && !x.isDouble())
      result = expandByTable(op, x);
    if (!result)
      result = expand(x);
    replaceByTruncated(op, Float(rewriter, op.getLoc(), result), rewriter);
    return success();
  }

private:
  Form expand;
  bool hasAVX512;
};
} // namespace

//===----------------------------------------------------------------------===//
// Periodic functions
//===----------------------------------------------------------------------===//

namespace {
/// Where an argument is larger than the reduction is right for, which is rare,
/// the lanes with such a one are computed by the C library.
template <typename Op> struct ExpandPeriodic : OpRewritePattern<Op> {
  using Form = Float (*)(Float);
  ExpandPeriodic(MLIRContext *context, Form expand)
      : OpRewritePattern<Op>(context), expand(expand) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    Float x = extendOperands(op, /*toDouble=*/false, rewriter).front();
    Float result = expand(x);
    // A number of f16 is never so large.
    if (!getElementTypeOrSelf(op.getType()).isF16())
      result = correctByLibrary(rewriter, op, isLarge(x), x, result);
    replaceByTruncated(op, result, rewriter);
    return success();
  }

private:
  static Truth isLarge(Float x) {
    return x.magnitude().is(arith::CmpFPredicate::OGT,
                            largestPeriodicArgument(x));
  }

  Form expand;
};

//===----------------------------------------------------------------------===//
// Functions of two numbers
//===----------------------------------------------------------------------===//

struct ExpandAtan2 : OpRewritePattern<math::Atan2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Atan2Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    auto operands = extendOperands(op, /*toDouble=*/false, rewriter);
    replaceByTruncated(op, expandAtan2(operands[0], operands[1]), rewriter);
    return success();
  }
};

struct ExpandRemainder : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    auto operands = extendOperands(op, /*toDouble=*/false, rewriter);
    Float x = operands[0], y = operands[1];
    Truth isLong = !isRemainderShort(x, y);
    Float result =
        correctByLibrary(rewriter, op, isLong, operands, expandRemainder(x, y));
    replaceByTruncated(op, result, rewriter);
    return success();
  }
};

/// x^1.5 and the like, by products and a square root.
struct ExpandShortPower : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<TensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "a tensor is not in registers");
    std::optional<double> exponent = constantOf(op.getRhs());
    if (!exponent || !isShortPower(*exponent))
      return rewriter.notifyMatchFailure(op, "no product of few roots");
    Float base = extendOperands(op, /*toDouble=*/false, rewriter).front();
    replaceByTruncated(op, expandShortPower(base, *exponent), rewriter);
    return success();
  }

private:
  static std::optional<double> constantOf(Value value) {
    FloatAttr number;
    DenseFPElementsAttr numbers;
    if (matchPattern(value, m_Constant(&number)))
      return number.getValueAsDouble();
    if (matchPattern(value, m_Constant(&numbers)) && numbers.isSplat())
      return numbers.getSplatValue<FloatAttr>().getValueAsDouble();
    return std::nullopt;
  }
};

struct ExpandPow : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, rewriter)))
      return failure();
    bool isDouble = getElementTypeOrSelf(op.getType()).isF64();
    auto operands = extendOperands(op, /*toDouble=*/!isDouble, rewriter);
    Float base = operands[0], exponent = operands[1], size = base.magnitude();
    Float power =
        isDouble ? longPower(size, exponent) : shortPower(size, exponent);
    replaceByTruncated(op, atEdgesOfPower(base, exponent, power), rewriter);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// What is expanded
//===----------------------------------------------------------------------===//

void neo::populateFunctionPatterns(RewritePatternSet &patterns,
                                   bool hasAVX512) {
  MLIRContext *c = patterns.getContext();
  patterns.add<ExpandFunction<math::ExpOp>>(c, expandExp, hasAVX512);
  Float (*exp2)(Float) = expandExp2;
  patterns.add<ExpandFunction<math::Exp2Op>>(c, exp2, hasAVX512);
  patterns.add<ExpandFunction<math::ExpM1Op>>(c, expandExpM1, hasAVX512);
  patterns.add<ExpandFunction<math::SinhOp>>(c, expandSinh, hasAVX512);
  patterns.add<ExpandFunction<math::CoshOp>>(c, expandCosh, hasAVX512);
  patterns.add<ExpandFunction<math::LogOp>>(c, expandLog, hasAVX512);
  patterns.add<ExpandFunction<math::Log2Op>>(c, expandLog2, hasAVX512);
  patterns.add<ExpandFunction<math::Log10Op>>(c, expandLog10, hasAVX512);
  patterns.add<ExpandFunction<math::Log1pOp>>(c, expandLog1p, hasAVX512);
  patterns.add<ExpandFunction<math::TanhOp>>(c, expandTanh, hasAVX512);
  patterns.add<ExpandFunction<math::ErfOp>>(c, expandErf, hasAVX512);
  patterns.add<ExpandFunction<math::AsinOp>>(c, expandAsin, hasAVX512);
  patterns.add<ExpandFunction<math::AcosOp>>(c, expandAcos, hasAVX512);
  patterns.add<ExpandFunction<math::AtanOp>>(c, expandAtan, hasAVX512);
  patterns.add<ExpandPeriodic<math::SinOp>>(c, expandSin);
  patterns.add<ExpandPeriodic<math::CosOp>>(c, expandCos);
  patterns.add<ExpandPeriodic<math::TanOp>>(c, expandTan);
  patterns.add<ExpandAtan2>(c);
  patterns.add<ExpandFunction<math::AsinhOp>>(c, expandAsinh, hasAVX512);
  patterns.add<ExpandFunction<math::AcoshOp>>(c, expandAcosh, hasAVX512);
  patterns.add<ExpandFunction<math::AtanhOp>>(c, expandAtanh, hasAVX512);
  patterns.add<ExpandRemainder>(c);
  patterns.add<ExpandShortPower>(c, /*benefit=*/2);
  patterns.add<ExpandPow>(c);
}
