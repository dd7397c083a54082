//===- SmallDivision.cpp - Division of small indices ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/SmallDivision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Bits of the largest dividend whose product with a multiplier fits a word.
constexpr unsigned dividendBits = 31;

/// `number` in 64 bits, in all lanes if `type` is that of a vector.
static Value constantLike(OpBuilder &b, Location loc, Type type,
                          int64_t number) {
  TypedAttr value = b.getI64IntegerAttr(number);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(b, loc, value);
}

/// The quotient of `value`, which is in [0, 2^31).
static Value divide(OpBuilder &b, Location loc, Value value, int64_t divisor) {
  auto constant = [&](int64_t number) {
    return constantLike(b, loc, value.getType(), number);
  };
  unsigned bits = llvm::Log2_64_Ceil(divisor);
  if (llvm::isPowerOf2_64(divisor))
    return arith::ShRUIOp::create(b, loc, value, constant(bits));
  unsigned shift = dividendBits + bits;
  auto multiplier =
      int64_t(llvm::divideCeil(uint64_t(1) << shift, uint64_t(divisor)));
  // Of both factors the lower words are all: one instruction of AVX2.
  Value word = arith::AndIOp::create(b, loc, value, constant(UINT32_MAX));
  Value product = arith::MulIOp::create(b, loc, word, constant(multiplier));
  return arith::ShRUIOp::create(b, loc, product, constant(shift));
}

Value neo::divideSmall(OpBuilder &b, Location loc, Value value,
                       AffineInterval range, int64_t divisor) {
  Type element = getElementTypeOrSelf(value);
  if (!element.isIndex() && !element.isInteger(64))
    return {};
  if (divisor < 2 || divisor >> dividendBits)
    return {};
  int64_t least = llvm::divideFloorSigned(range.low, divisor);
  uint64_t span = uint64_t(range.high) - uint64_t(least) * uint64_t(divisor);
  if (span >> dividendBits != 0)
    return {};
  Type type = value.getType(), word = b.getI64Type();
  if (auto vector = dyn_cast<VectorType>(type))
    word = vector.clone(word);
  bool isIndex = type != word;
  if (isIndex)
    value = arith::IndexCastOp::create(b, loc, word, value);
  if (least != 0)
    value = arith::SubIOp::create(b, loc, value,
                                  constantLike(b, loc, word, least * divisor));
  Value quotient = divide(b, loc, value, divisor);
  if (least != 0)
    quotient = arith::AddIOp::create(b, loc, quotient,
                                     constantLike(b, loc, word, least));
  return isIndex ? arith::IndexCastOp::create(b, loc, type, quotient)
                 : quotient;
}
