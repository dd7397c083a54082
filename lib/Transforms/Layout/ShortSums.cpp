//===- ShortSums.cpp - Sums of bytes in 32 bits ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_k extsi(A[i, k]) * extsi(B[k, j])        k: 512, i8 to i64
// -->
//     T[i, j] = sum_k extsi(A[i, k]) * extsi(B[k, j])                i8 to i32
//     C[i, j] = extsi(T[i, j])                                      i32 to i64
//
// Python's integers are accumulated in 64 bits, for which processors have no
// fast multiplication. A product of two signed bytes is at most 2^14, so 2^17 -
// 1 of them fit in 32 bits: T is exact for all operands.
//
// Where there is no packed dot product of bytes, floats have a fused
// multiply-add and integers take two instructions. An f32 represents all
// integers up to 2^24, so smaller sums are computed in f32, exactly in any
// order:
//
//     T[i, j] = sum_k sitofp(A[i, k]) * sitofp(B[k, j])          k: 512, i8 to
//     f32 C[i, j] = fptosi(T[i, j])                                     f32 to
//     i32
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

/// The product that `op` accumulates in `width` bits, or as an index.
static arith::MulIOp matchProduct(ComputeOp op, unsigned width) {
  if (!op.getType().getElementType().isInteger(width))
    return {};
  Value value = op.getYielded();
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return value.getDefiningOp<arith::MulIOp>();
}

/// Upper bound of the sum of `product`, if that is a product of two extended
/// arguments; 0 if not, or if a loop is the batch.
static double largestSum(ComputeOp op, arith::MulIOp product) {
  if (!product)
    return 0;
  double largest =
      magnitudeOf(product.getLhs()) * magnitudeOf(product.getRhs());
  for (int64_t extent : op.getReductionExtents()) {
    if (extent == getBatch(op))
      return 0;
    largest *= double(extent);
  }
  return largest;
}

static Value extend(OpBuilder &b, Operation *like, Type type, Value value) {
  if (isUnsigned(like))
    return arith::ExtUIOp::create(b, like->getLoc(), type, value);
  return arith::ExtSIOp::create(b, like->getLoc(), type, value);
}

/// `sums` converted to `element` by `convert`.
static ComputeOp
convertSums(ComputeOp sums, Type element, RewriterBase &rewriter,
            llvm::function_ref<Value(OpBuilder &, Location, Value)> convert) {
  RankedTensorType type = sums.getType();
  ComputeSpec spec;
  spec.operands.push_back(
      {sums.getResult(), AffineMap::getMultiDimIdentityMap(
                             type.getRank(), rewriter.getContext())});
  spec.type = RankedTensorType::get(type.getShape(), element);
  auto body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return convert(b, loc, v[0]);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, sums.getLoc(), spec);
}

using Factor = llvm::function_ref<Value(OpBuilder &, Operation *, Value)>;

/// The sums of `product`, one of two extended arguments, in `element`; `factor`
/// converts an argument that another operation extended.
static ComputeOp sumsIn(ComputeOp op, arith::MulIOp product, Type element,
                        RewriterBase &rewriter, Factor factor) {
  rewriter.setInsertionPoint(op);
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.type = RankedTensorType::get(op.getType().getShape(), element);
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) -> Value {
    auto convert = [&](Value value) {
      Operation *like = value.getDefiningOp();
      auto argument = cast<BlockArgument>(like->getOperand(0));
      return factor(b, like, values[argument.getArgNumber()]);
    };
    Value left = convert(product.getLhs()), right = convert(product.getRhs());
    if (isa<FloatType>(element))
      return arith::MulFOp::create(b, loc, left, right);
    return arith::MulIOp::create(b, loc, left, right);
  };
  spec.body = body;
  auto sums = ComputeOp::create(rewriter, op.getLoc(), spec);
  if (Attribute nonzero = op->getAttr(nonzeroAttrName))
    sums->setAttr(nonzeroAttrName, nonzero);
  return sums;
}

ComputeOp neo::accumulateIn32Bits(ComputeOp op, RewriterBase &rewriter) {
  arith::MulIOp product = matchProduct(op, 64);
  double largest = largestSum(op, product);
  if (largest == 0 || largest > std::numeric_limits<int32_t>::max())
    return op;
  Type wide = rewriter.getI64Type(), narrow = rewriter.getI32Type();
  ComputeOp sums = sumsIn(op, product, narrow, rewriter,
                          [&](OpBuilder &b, Operation *like, Value value) {
                            return extend(b, like, narrow, value);
                          });
  rewriter.replaceOp(
      op, convertSums(sums, wide, rewriter,
                      [&](OpBuilder &b, Location loc, Value value) -> Value {
                        return arith::ExtSIOp::create(b, loc, wide, value);
                      }));
  return sums;
}

ComputeOp neo::accumulateInFloats(ComputeOp op, RewriterBase &rewriter) {
  arith::MulIOp product = matchProduct(op, 32);
  double largest = largestSum(op, product);
  if (op.getKind() != ReductionKind::sum || largest == 0 || largest > 0x1p24)
    return op;
  Type real = rewriter.getF32Type(), whole = rewriter.getI32Type();
  ComputeOp sums =
      sumsIn(op, product, real, rewriter,
             [&](OpBuilder &b, Operation *like, Value value) -> Value {
               if (isUnsigned(like))
                 return arith::UIToFPOp::create(b, like->getLoc(), real, value);
               return arith::SIToFPOp::create(b, like->getLoc(), real, value);
             });
  rewriter.replaceOp(
      op, convertSums(sums, whole, rewriter,
                      [&](OpBuilder &b, Location loc, Value value) -> Value {
                        return arith::FPToSIOp::create(b, loc, whole, value);
                      }));
  return sums;
}
