//===- FunctionPatterns.cpp - math to the functions of vectors ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionPatterns.h"

#include "Functions.h"
#include "TableFunctions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace neo;

/// Marks what stays a call of the C library.
constexpr StringLiteral libraryCall = "library_call";

/// The type with the shape of `type`.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

static bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

/// Can a function of `op` be expanded that has a form in f32, and one in f64 if
/// `hasDouble`?
static LogicalResult matchFunction(Operation *op, bool hasDouble,
                                   PatternRewriter &rewriter) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (isa<TensorType>(type))
    return rewriter.notifyMatchFailure(op, "a tensor is not in registers");
  if (op->hasAttr(libraryCall))
    return rewriter.notifyMatchFailure(op, "arguments this large are rare");
  if (!isHalf(element) && !element.isF32() && !(hasDouble && element.isF64()))
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
/// A function with a form in f32, and perhaps in f64; halves take that of f32.
template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  using Form = Float (*)(Float);
  ExpandFunction(MLIRContext *context, Form expand, bool hasDouble,
                 bool hasAVX512)
      : OpRewritePattern<Op>(context), expand(expand), hasDouble(hasDouble),
        hasAVX512(hasAVX512) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, hasDouble, rewriter)))
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
  bool hasDouble, hasAVX512;
};
} // namespace

//===----------------------------------------------------------------------===//
// Periodic functions
//===----------------------------------------------------------------------===//

/// `value` as a vector of one dimension; scalars as they are.
static Value flatten(OpBuilder &b, Location loc, Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getRank() == 1)
    return value;
  auto flat = VectorType::get(type.getNumElements(), type.getElementType());
  return vector::ShapeCastOp::create(b, loc, flat, value);
}

/// Does it hold in any lane?
static Value holdsAnywhere(OpBuilder &b, Location loc, Value truth) {
  if (!isa<VectorType>(truth.getType()))
    return truth;
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR,
                                     flatten(b, loc, truth));
}

/// A call for each lane, in a loop: unrolled calls, which hardly ever run,
/// would be most of a kernel's code.
template <typename Op>
static Value callLibrary(OpBuilder &b, Location loc, Value x) {
  auto callOnce = [](OpBuilder &b, Location loc, Value number) -> Value {
    auto exact = Op::create(b, loc, number);
    exact->setAttr(libraryCall, b.getUnitAttr());
    return exact;
  };
  if (!isa<VectorType>(x.getType()))
    return callOnce(b, loc, x);
  Value flat = flatten(b, loc, x);
  auto body = [&](OpBuilder &b, Location loc, Value lane, ValueRange state) {
    Value number = vector::ExtractOp::create(b, loc, flat, lane);
    Value result = callOnce(b, loc, number);
    Value next = vector::InsertOp::create(b, loc, result, state[0], lane);
    scf::YieldOp::create(b, loc, next);
  };
  auto index = [&](int64_t n) {
    return arith::ConstantIndexOp::create(b, loc, n);
  };
  int64_t lanes = cast<VectorType>(flat.getType()).getNumElements();
  auto loop = scf::ForOp::create(b, loc, index(0), index(lanes), index(1),
                                 ValueRange{flat}, body);
  return vector::ShapeCastOp::create(b, loc, x.getType(), loop.getResult(0));
}

namespace {
/// Where an argument is larger than the reduction is right for, which is rare,
/// the lanes with such a one are computed by the C library.
template <typename Op> struct ExpandPeriodic : OpRewritePattern<Op> {
  using Form = Float (*)(Float);
  ExpandPeriodic(MLIRContext *context, Form expand)
      : OpRewritePattern<Op>(context), expand(expand) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, /*hasDouble=*/true, rewriter)))
      return failure();
    Float x = extendOperands(op, /*toDouble=*/false, rewriter).front();
    Float result = expand(x);
    // A number of f16 is never so large.
    if (!getElementTypeOrSelf(op.getType()).isF16())
      result = correctLargeLanes(op, x, result, rewriter);
    replaceByTruncated(op, result, rewriter);
    return success();
  }

private:
  static Float correctLargeLanes(Op op, Float x, Float result,
                                 PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Truth isLarge =
        x.magnitude().is(arith::CmpFPredicate::OGT, largestPeriodicArgument(x));
    auto correct = [&](OpBuilder &b, Location loc) {
      Value exact = callLibrary<Op>(b, loc, x);
      Value chosen =
          arith::SelectOp::create(b, loc, Value(isLarge), exact, Value(result));
      scf::YieldOp::create(b, loc, chosen);
    };
    auto keep = [&](OpBuilder &b, Location loc) {
      scf::YieldOp::create(b, loc, Value(result));
    };
    Value anywhere = holdsAnywhere(rewriter, loc, isLarge);
    auto branch = scf::IfOp::create(rewriter, loc, anywhere, correct, keep);
    return Float(rewriter, loc, branch.getResult(0));
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
    if (failed(matchFunction(op, /*hasDouble=*/true, rewriter)))
      return failure();
    auto operands = extendOperands(op, /*toDouble=*/false, rewriter);
    replaceByTruncated(op, expandAtan2(operands[0], operands[1]), rewriter);
    return success();
  }
};

struct ExpandPow : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchFunction(op, /*hasDouble=*/false, rewriter)))
      return failure();
    auto operands = extendOperands(op, /*toDouble=*/true, rewriter);
    replaceByTruncated(op, expandPow(operands[0], operands[1]), rewriter);
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
  patterns.add<ExpandFunction<math::ExpOp>>(c, expandExp, true, hasAVX512);
  patterns.add<ExpandFunction<math::Exp2Op>>(c, expandExp2, true, hasAVX512);
  patterns.add<ExpandFunction<math::ExpM1Op>>(c, expandExpM1, true, hasAVX512);
  patterns.add<ExpandFunction<math::SinhOp>>(c, expandSinh, true, hasAVX512);
  patterns.add<ExpandFunction<math::CoshOp>>(c, expandCosh, true, hasAVX512);
  patterns.add<ExpandFunction<math::LogOp>>(c, expandLog, true, hasAVX512);
  patterns.add<ExpandFunction<math::Log2Op>>(c, expandLog2, true, hasAVX512);
  patterns.add<ExpandFunction<math::Log10Op>>(c, expandLog10, true, hasAVX512);
  patterns.add<ExpandFunction<math::Log1pOp>>(c, expandLog1p, true, hasAVX512);
  patterns.add<ExpandFunction<math::TanhOp>>(c, expandTanh, true, hasAVX512);
  patterns.add<ExpandFunction<math::ErfOp>>(c, expandErf, false, hasAVX512);
  patterns.add<ExpandFunction<math::AsinOp>>(c, expandAsin, true, hasAVX512);
  patterns.add<ExpandFunction<math::AcosOp>>(c, expandAcos, true, hasAVX512);
  patterns.add<ExpandFunction<math::AtanOp>>(c, expandAtan, true, hasAVX512);
  patterns.add<ExpandPeriodic<math::SinOp>>(c, expandSin);
  patterns.add<ExpandPeriodic<math::CosOp>>(c, expandCos);
  patterns.add<ExpandPeriodic<math::TanOp>>(c, expandTan);
  patterns.add<ExpandAtan2>(c);
  patterns.add<ExpandFunction<math::AsinhOp>>(c, expandAsinh, true, hasAVX512);
  patterns.add<ExpandFunction<math::AcoshOp>>(c, expandAcosh, true, hasAVX512);
  patterns.add<ExpandFunction<math::AtanhOp>>(c, expandAtanh, true, hasAVX512);
  patterns.add<ExpandPow>(c);
}
