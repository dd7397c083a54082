//===- ShortSums.cpp - Sums of bytes in 32 bits ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_k extsi(A[i, k]) * extsi(B[k, j])        k: 512, i8 to i64
// -->
//     T[i, j] = sum_k extsi(A[i, k]) * extsi(B[k, j])                i8 to i32
//     C[i, j] = extsi(T[i, j])                                      i32 to i64
//
// Python's integers are added up in 64 bits, which no processor multiplies
// quickly. A product of two signed bytes is at most 2^14, so 2^17 - 1 of them
// fit in 32 bits: T is exact, whatever the bytes are.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace neo;

static bool isUnsigned(Operation *extension) {
  return isa<arith::ExtUIOp, arith::IndexCastUIOp>(extension);
}

/// The largest magnitude of an argument that is extended; 0 if `value` is
/// anything else.
static double magnitudeOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
                       arith::IndexCastUIOp>(op))
    return 0;
  auto type = dyn_cast<IntegerType>(op->getOperand(0).getType());
  if (!type || !isa<BlockArgument>(op->getOperand(0)))
    return 0;
  return std::ldexp(1, isUnsigned(op) ? type.getWidth() : type.getWidth() - 1);
}

/// The product that `op` adds up in 64 bits, perhaps as an index.
static arith::MulIOp matchProduct(ComputeOp op) {
  if (!op.getType().getElementType().isInteger(64))
    return {};
  Value value = op.getYielded();
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return value.getDefiningOp<arith::MulIOp>();
}

/// Is the body a product of two extended arguments, whose sum fits in 32 bits?
static bool fitsShort(ComputeOp op) {
  arith::MulIOp product = matchProduct(op);
  if (!product)
    return false;
  double largest =
      magnitudeOf(product.getLhs()) * magnitudeOf(product.getRhs());
  for (int64_t extent : op.getReductionExtents()) {
    if (extent == getBatch(op))
      return false;
    largest *= double(extent);
  }
  return largest > 0 && largest <= std::numeric_limits<int32_t>::max();
}

static Value extend(OpBuilder &b, Operation *like, Type type, Value value) {
  if (isUnsigned(like))
    return arith::ExtUIOp::create(b, like->getLoc(), type, value);
  return arith::ExtSIOp::create(b, like->getLoc(), type, value);
}

/// `sums` as i64.
static ComputeOp extendSums(ComputeOp sums, RewriterBase &rewriter) {
  RankedTensorType type = sums.getType();
  ComputeSpec spec;
  spec.operands.push_back(
      {sums.getResult(), AffineMap::getMultiDimIdentityMap(
                             type.getRank(), rewriter.getContext())});
  spec.type =
      RankedTensorType::get(type.getShape(), rewriter.getIntegerType(64));
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return arith::ExtSIOp::create(b, loc, b.getI64Type(), v[0]);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, sums.getLoc(), spec);
}

ComputeOp neo::sumShort(ComputeOp op, RewriterBase &rewriter) {
  if (!fitsShort(op))
    return op;
  arith::MulIOp product = matchProduct(op);
  rewriter.setInsertionPoint(op);
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.type = RankedTensorType::get(op.getType().getShape(),
                                    rewriter.getIntegerType(32));
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) -> Value {
    auto factor = [&](Value value) {
      Operation *like = value.getDefiningOp();
      auto argument = cast<BlockArgument>(like->getOperand(0));
      return extend(b, like, b.getI32Type(), values[argument.getArgNumber()]);
    };
    return arith::MulIOp::create(b, loc, factor(product.getLhs()),
                                 factor(product.getRhs()));
  };
  spec.body = body;
  auto sums = ComputeOp::create(rewriter, op.getLoc(), spec);
  if (Attribute nonzero = op->getAttr(nonzeroAttrName))
    sums->setAttr(nonzeroAttrName, nonzero);
  rewriter.replaceOp(op, extendSums(sums, rewriter));
  return sums;
}
