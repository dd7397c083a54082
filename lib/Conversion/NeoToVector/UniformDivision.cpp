//===- UniformDivision.cpp - A vector divided by one number ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Softmax divides a row by its sum. A division of vectors takes about ten
// cycles; a multiplication by the reciprocal, which is known once per row,
// takes one and is wrong in the last place. One step of Newton's method with
// fused operations mends that (Markstein 1990):
//
//     r = 1 / s,   q = x * r,   e = x - q * s (exact),   x / s = q + e * r
//
// rounds as the division does, but where a number leaves the range: if r is
// infinite since s is so small, x and s are scaled by a power of two, and where
// q is infinite or x is 0, or either is NaN, e is of no use and q is the
// quotient. One instruction of AVX-512 tells, by the class of e; elsewhere two
// comparisons do.
//
//===----------------------------------------------------------------------===//

#include "UniformDivision.h"
#include "Lanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace neo;

/// The one number that all lanes of `divisor` are; null if there is none.
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

namespace {
struct DivideByNumber : OpRewritePattern<arith::DivFOp> {
  DivideByNumber(MLIRContext *context, bool hasAVX512)
      : OpRewritePattern(context), hasAVX512(hasAVX512) {}

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || !type.getElementType().isF32() || type.getNumElements() < 4)
      return rewriter.notifyMatchFailure(op, "no vector of f32");
    Value number = findNumber(op.getRhs(), rewriter);
    if (!number)
      return rewriter.notifyMatchFailure(op,
                                         "lanes have divisors of their own");
    rewriter.replaceOp(op, divide(rewriter, op.getLoc(), op.getLhs(), number));
    return success();
  }

private:
  /// `mended` where `error` is of use, elsewhere `q`.
  Value choose(OpBuilder &b, Single error, Single mended, Single q) const {
    auto type = cast<VectorType>(Value(error).getType());
    if (!hasAVX512 || type.getNumElements() != 16) {
      Single finite = error.magnitude().chooseIf(
          arith::CmpFPredicate::OLT, std::numeric_limits<double>::infinity(),
          mended, q);
      return error.chooseIf(arith::CmpFPredicate::ONE, 0, finite, q);
    }
    // NaN of both kinds, zero and infinity of both signs.
    constexpr int32_t classes = 0x80 | 0x01 | 0x06 | 0x18;
    Location loc = Value(error).getLoc();
    Value wanted =
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(classes));
    Value useless = LLVM::CallIntrinsicOp::create(
                        b, loc, VectorType::get({16}, b.getI1Type()),
                        b.getStringAttr("llvm.x86.avx512.fpclass.ps.512"),
                        ValueRange{error, wanted})
                        .getResult(0);
    return arith::SelectOp::create(b, loc, useless, q, mended);
  }

  Value divide(OpBuilder &b, Location loc, Value x, Value number) const {
    Single divisor(b, loc, number);
    Single one = divisor.number(1);
    Single scale = divisor.magnitude().chooseIf(
        arith::CmpFPredicate::OLT, 0x1p-100, divisor.number(0x1p+64), one);
    Single scaled = divisor * scale;
    auto spread = [&](Single value) {
      return Single(b, loc,
                    vector::BroadcastOp::create(b, loc, x.getType(), value));
    };
    Single s = spread(scaled), r = spread(one / scaled);
    Single dividend = Single(b, loc, x) * spread(scale);
    Single q = dividend * r;
    Single negated(b, loc, arith::NegFOp::create(b, loc, q));
    Single error = negated.times(s, dividend);
    return choose(b, error, error.times(r, q), q);
  }

  bool hasAVX512;
};
} // namespace

void neo::populateUniformDivision(RewritePatternSet &patterns, bool hasAVX512) {
  patterns.add<DivideByNumber>(patterns.getContext(), hasAVX512);
}
