//===- UniformDivision.cpp - Division by a broadcast scalar ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Softmax divides a row by its sum. A division of vectors takes about ten
// cycles; a multiplication by the reciprocal, which is loop-invariant, takes
// one but is not correctly rounded. One step of Newton's method with fused
// operations corrects that (Markstein 1990):
//
//     r = 1 / s,   q = x * r,   e = x - q * s (exact),   x / s = q + e * r
//
// is rounded as the division, except on overflow: if r is infinite since s is
// small, x and s are scaled by a power of two; and where q is infinite, x is 0,
// or either is NaN, e is invalid and q is the quotient. Two comparisons detect
// that.
//
// With AVX-512 no comparison is needed. x takes the sign of s, and for positive
// numbers q - (q * s - x) * r is q where x is a zero of either sign; an
// infinite q is not changed by a finite error, which vrangeps ensures. That
// instruction uses another port than the multiplications, unlike those that
// classify numbers.
//
// The divider runs in parallel to other units, too, but takes longer. In a loop
// that multiplies enough meanwhile, as a software-pipelined softmax
// (RowStages.cpp), the division is kept; and with AVX2 everywhere
// (DivideByUniform.cpp).
//
//===----------------------------------------------------------------------===//

#include "UniformDivision.h"

#include "Neo/Conversion/Lanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;
using namespace neo;

/// The scalar that is broadcast to all lanes of `divisor`; null if there is
/// none.
static Value findNumber(Value divisor, PatternRewriter &rewriter) {
  if (auto broadcast = divisor.getDefiningOp<vector::BroadcastOp>())
    return broadcast.getSource().getType().isF32() ? broadcast.getSource()
                                                   : Value();
  DenseElementsAttr constant;
  if (!matchPattern(divisor, m_Constant(&constant)) || !constant.isSplat())
    return {};
  return arith::ConstantOp::create(
      rewriter, divisor.getLoc(),
      cast<TypedAttr>(constant.getSplatValue<Attribute>()));
}

/// Operations on the multiplication port, for one vector.
static int64_t multiplications(Operation &op) {
  return llvm::TypeSwitch<Operation *, int64_t>(&op)
      .Case<math::ExpOp>([](auto) { return 7; })
      .Case<math::LogOp, math::Log2Op>([](auto) { return 8; })
      .Case<math::TanhOp, math::ErfOp>([](auto) { return 9; })
      .Case<arith::MulFOp, math::FmaOp, arith::CmpFOp>([](auto) { return 1; })
      .Default([](Operation *) { return 0; });
}

static bool isWholeVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isF32() &&
         vector.getShape() == ArrayRef<int64_t>{16};
}

/// Is the division at least as fast? The divider is busy for six cycles per
/// vector and takes less than two issue slots of multiplications, Newton's step
/// takes four.
static bool runsBeside(arith::DivFOp division) {
  constexpr int64_t dividing = 60, besides = 17, one = 10, newton = 40;
  int64_t divisions = 0, others = 0;
  for (Operation &op : *division->getBlock())
    if (op.getNumOperands() > 0 && isWholeVector(op.getOperand(0).getType())) {
      divisions += isa<arith::DivFOp>(op);
      others += one * multiplications(op);
    }
  int64_t kept = std::max(dividing * divisions, others + besides * divisions);
  int64_t replaced = std::max(dividing * (divisions - 1),
                              others + besides * (divisions - 1) + newton);
  return isWholeVector(division.getType()) && kept <= replaced;
}

namespace {
struct DivideByNumber : OpRewritePattern<arith::DivFOp> {
  DivideByNumber(MLIRContext *context, bool hasAVX512)
      : OpRewritePattern(context), hasAVX512(hasAVX512) {}

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || !type.getElementType().isF32() || type.getNumElements() < 4)
      return rewriter.notifyMatchFailure(op, "no vector of f32");
    if (hasAVX512 && runsBeside(op))
      return rewriter.notifyMatchFailure(op, "others take as long meanwhile");
    Value number = findNumber(op.getRhs(), rewriter);
    if (!number)
      return rewriter.notifyMatchFailure(op,
                                         "lanes have divisors of their own");
    rewriter.replaceOp(op, divide(rewriter, op.getLoc(), op.getLhs(), number));
    return success();
  }

private:
  /// `mended` where `error` is valid, elsewhere `q`.
  static Value choose(Float error, Float mended, Float q) {
    Float finite = error.magnitude().chooseIf(
        arith::CmpFPredicate::OLT, std::numeric_limits<double>::infinity(),
        mended, q);
    return error.chooseIf(arith::CmpFPredicate::ONE, 0, finite, q);
  }

  /// `error`, or the largest number where that is closer to 0, or NaN.
  static Float makeFinite(OpBuilder &b, Location loc, Float error) {
    auto constant = [&](TypedAttr value) -> Value {
      return arith::ConstantOp::create(b, loc, value);
    };
    Float bound = error.number(std::numeric_limits<float>::max());
    Value closer = constant(b.getI32IntegerAttr(6));
    Value all = constant(b.getI16IntegerAttr(-1));
    Value current = constant(b.getI32IntegerAttr(4));
    auto name = b.getStringAttr("llvm.x86.avx512.mask.range.ps.512");
    SmallVector<Value> operands{error, bound, closer, bound, all, current};
    return {b, loc,
            LLVM::CallIntrinsicOp::create(b, loc, Value(error).getType(), name,
                                          operands)
                .getResult(0)};
  }

  Value divide(OpBuilder &b, Location loc, Value x, Value number) const {
    bool isWhole =
        cast<VectorType>(x.getType()).getShape() == ArrayRef<int64_t>{16};
    bool isPlain = !hasAVX512 || !isWhole;
    Float divisor(b, loc, number);
    Float one = divisor.number(1);
    Float scale = divisor.magnitude().chooseIf(
        arith::CmpFPredicate::OLT, 0x1p-100, divisor.number(0x1p+64), one);
    if (!isPlain)
      scale = scale.withSignOf(divisor);
    Float scaled = divisor * scale;
    Float reciprocal = one / scaled;
    auto spread = [&](Float value) {
      return Float(b, loc,
                   vector::BroadcastOp::create(b, loc, x.getType(), value));
    };
    Float s = spread(scaled), r = spread(reciprocal);
    Float dividend = Float(b, loc, x) * spread(scale);
    Float q = dividend * r;
    if (isPlain) {
      Float error = (-q).times(s, dividend);
      return choose(error, error.times(r, q), q);
    }
    Float error = makeFinite(b, loc, q.times(s, -dividend));
    // Quotients by 0 are infinite or NaN and are kept.
    Float step = scaled.chooseIf(arith::CmpFPredicate::OEQ, 0,
                                 divisor.number(0), reciprocal);
    return (-error).times(spread(step), q);
  }

  bool hasAVX512;
};
} // namespace

void neo::populateUniformDivision(RewritePatternSet &patterns, bool hasAVX512) {
  patterns.add<DivideByNumber>(patterns.getContext(), hasAVX512);
}
