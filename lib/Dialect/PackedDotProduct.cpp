//===- PackedDotProduct.cpp - Sums of products of narrow numbers ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/PackedDotProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

static Value constant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(int32_t(value)));
}

static bool isConstant(Value value, int64_t expected) {
  APInt found;
  return matchPattern(value, m_ConstantInt(&found)) &&
         int32_t(found.getSExtValue()) == int32_t(expected);
}

//===----------------------------------------------------------------------===//
// Parts of words
//===----------------------------------------------------------------------===//

/// The bf16 number `part` of `word` as an f32.
static Value buildHalf(OpBuilder &b, Location loc, Value word, int64_t part) {
  Value bits =
      part == 0
          ? arith::ShLIOp::create(b, loc, word, constant(b, loc, 16))
                .getResult()
          : arith::AndIOp::create(b, loc, word, constant(b, loc, 0xffff0000))
                .getResult();
  return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
}

/// The byte `part` of `word` as an i32.
static Value buildByte(OpBuilder &b, Location loc, Value word, int64_t part,
                       bool isSigned) {
  Value top =
      arith::ShLIOp::create(b, loc, word, constant(b, loc, 24 - 8 * part));
  Value by = constant(b, loc, 24);
  if (isSigned)
    return arith::ShRSIOp::create(b, loc, top, by);
  return arith::ShRUIOp::create(b, loc, top, by);
}

/// The word of which `value` is the bf16 number `part`; null if it is none.
static Value matchHalf(Value value, int64_t part) {
  auto cast = value.getDefiningOp<arith::BitcastOp>();
  if (!cast || !cast.getType().isF32())
    return {};
  if (auto low = cast.getIn().getDefiningOp<arith::ShLIOp>())
    return part == 0 && isConstant(low.getRhs(), 16) ? low.getLhs() : Value();
  auto high = cast.getIn().getDefiningOp<arith::AndIOp>();
  bool isHigh = high && part == 1 && isConstant(high.getRhs(), 0xffff0000);
  return isHigh ? high.getLhs() : Value();
}

/// The word of which `value` is the byte `part`; null if it is none.
static Value matchByte(Value value, int64_t part, bool isSigned) {
  Operation *down = value.getDefiningOp();
  bool shifts = isSigned ? isa_and_nonnull<arith::ShRSIOp>(down)
                         : isa_and_nonnull<arith::ShRUIOp>(down);
  if (!shifts || !isConstant(down->getOperand(1), 24))
    return {};
  auto up = down->getOperand(0).getDefiningOp<arith::ShLIOp>();
  if (!up || !up.getType().isInteger(32) ||
      !isConstant(up.getRhs(), 24 - 8 * part))
    return {};
  return up.getLhs();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Value neo::buildPackedDotProduct(OpBuilder &b, Location loc,
                                 const PackedDotProduct &product) {
  Value sum;
  for (int64_t part = 0; part < partsOfWord(product.isBytes); ++part) {
    Value term;
    if (product.isBytes)
      term = arith::MulIOp::create(
          b, loc, buildByte(b, loc, product.first, part, false),
          buildByte(b, loc, product.second, part, true));
    else
      term =
          arith::MulFOp::create(b, loc, buildHalf(b, loc, product.first, part),
                                buildHalf(b, loc, product.second, part));
    if (!sum)
      sum = term;
    else if (product.isBytes)
      sum = arith::AddIOp::create(b, loc, sum, term);
    else
      sum = arith::AddFOp::create(b, loc, sum, term);
  }
  return sum;
}

/// Is `value` the sum of the products of all parts up to `part`? The words are
/// `product`'s, which receives them from the first product that is seen.
static bool matchSum(Value value, int64_t part, PackedDotProduct &product) {
  Operation *term = value.getDefiningOp();
  if (part > 0) {
    bool adds = product.isBytes ? isa_and_nonnull<arith::AddIOp>(term)
                                : isa_and_nonnull<arith::AddFOp>(term);
    if (!adds || !matchSum(term->getOperand(0), part - 1, product))
      return false;
    term = term->getOperand(1).getDefiningOp();
  }
  bool multiplies = product.isBytes ? isa_and_nonnull<arith::MulIOp>(term)
                                    : isa_and_nonnull<arith::MulFOp>(term);
  if (!multiplies)
    return false;
  Value a = term->getOperand(0), b = term->getOperand(1);
  Value first =
      product.isBytes ? matchByte(a, part, false) : matchHalf(a, part);
  Value second =
      product.isBytes ? matchByte(b, part, true) : matchHalf(b, part);
  if (part == 0) {
    product.first = first;
    product.second = second;
  }
  return first && second && first == product.first &&
         second == product.second && isa<BlockArgument>(first) &&
         isa<BlockArgument>(second);
}

std::optional<PackedDotProduct> neo::matchPackedDotProduct(ComputeOp op) {
  if (op.getKind() != ReductionKind::sum)
    return std::nullopt;
  Value value = op.getYielded();
  if (auto rounded = value.getDefiningOp<arith::TruncFOp>())
    if (rounded.getType().isBF16())
      value = rounded.getIn();
  PackedDotProduct product;
  product.isBytes = value.getType().isInteger(32);
  if (!product.isBytes && !value.getType().isF32())
    return std::nullopt;
  if (!matchSum(value, partsOfWord(product.isBytes) - 1, product))
    return std::nullopt;
  return product;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Value neo::buildWord(OpBuilder &b, Location loc, ValueRange parts,
                     int64_t flipped) {
  int64_t bits = 32 / int64_t(parts.size());
  Value word;
  for (auto [i, part] : llvm::enumerate(parts)) {
    Value plain = part;
    if (isa<FloatType>(part.getType()))
      plain = arith::BitcastOp::create(b, loc, b.getIntegerType(bits), part);
    Value wide = arith::ExtUIOp::create(b, loc, b.getI32Type(), plain);
    Value shifted =
        arith::ShLIOp::create(b, loc, wide, constant(b, loc, bits * i));
    word = word ? arith::OrIOp::create(b, loc, word, shifted).getResult()
                : shifted;
  }
  return arith::XOrIOp::create(b, loc, word, constant(b, loc, flipped));
}

/// Is `value` argument `number`, moved up to its place in a word of `count`?
static bool isPlaced(Value value, BlockArgument argument, int64_t count) {
  int64_t bits = 32 / count;
  auto shifted = value.getDefiningOp<arith::ShLIOp>();
  if (!shifted || !isConstant(shifted.getRhs(), bits * argument.getArgNumber()))
    return false;
  auto wide = shifted.getLhs().getDefiningOp<arith::ExtUIOp>();
  if (!wide || argument.getType().getIntOrFloatBitWidth() != bits)
    return false;
  Value plain = wide.getIn();
  if (auto cast = plain.getDefiningOp<arith::BitcastOp>())
    plain = cast.getIn();
  return plain == argument;
}

bool neo::matchWord(ComputeOp op, int64_t &flipped) {
  int64_t count = op.getNumOperands();
  if (op.getKind() != ReductionKind::none || (count != 2 && count != 4))
    return false;
  auto flip = op.getYielded().getDefiningOp<arith::XOrIOp>();
  APInt bits;
  if (!flip || !flip.getType().isInteger(32) ||
      !matchPattern(flip.getRhs(), m_ConstantInt(&bits)))
    return false;
  flipped = bits.getSExtValue();
  Value word = flip.getLhs();
  for (int64_t part = count; part-- > 0;) {
    BlockArgument argument = op.getBodyBlock()->getArgument(part);
    if (part == 0)
      return isPlaced(word, argument, count);
    auto both = word.getDefiningOp<arith::OrIOp>();
    if (!both || !isPlaced(both.getRhs(), argument, count))
      return false;
    word = both.getLhs();
  }
  return false;
}
