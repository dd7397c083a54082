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

/// The integer `part` of `word`, of `bits` bits, as an i32.
static Value buildInteger(OpBuilder &b, Location loc, Value word, int64_t part,
                          int64_t bits, bool isSigned) {
  Value by = constant(b, loc, 32 - bits);
  Value top = arith::ShLIOp::create(b, loc, word,
                                    constant(b, loc, 32 - bits * (part + 1)));
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

/// The word of which `value` is the integer `part`, of `bits` bits; null if it
/// is none.
static Value matchInteger(Value value, int64_t part, int64_t bits,
                          bool isSigned) {
  Operation *down = value.getDefiningOp();
  bool shifts = isSigned ? isa_and_nonnull<arith::ShRSIOp>(down)
                         : isa_and_nonnull<arith::ShRUIOp>(down);
  if (!shifts || !isConstant(down->getOperand(1), 32 - bits))
    return {};
  auto up = down->getOperand(0).getDefiningOp<arith::ShLIOp>();
  if (!up || !up.getType().isInteger(32) ||
      !isConstant(up.getRhs(), 32 - bits * (part + 1)))
    return {};
  return up.getLhs();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Of bytes, those of the first word alone are unsigned.
static bool isSignedPart(WordParts parts, bool isFirst) {
  return parts == WordParts::shorts || !isFirst;
}

static Value buildPart(OpBuilder &b, Location loc,
                       const PackedDotProduct &product, int64_t part,
                       bool isFirst) {
  Value word = isFirst ? product.first : product.second;
  if (product.parts == WordParts::halves)
    return buildHalf(b, loc, word, part);
  return buildInteger(b, loc, word, part, 32 / countParts(product.parts),
                      isSignedPart(product.parts, isFirst));
}

static Value matchPart(Value value, WordParts parts, int64_t part,
                       bool isFirst) {
  if (parts == WordParts::halves)
    return matchHalf(value, part);
  return matchInteger(value, part, 32 / countParts(parts),
                      isSignedPart(parts, isFirst));
}

Value neo::buildPackedDotProduct(OpBuilder &b, Location loc,
                                 const PackedDotProduct &product) {
  bool real = product.parts == WordParts::halves;
  Value sum;
  for (int64_t part = 0; part < countParts(product.parts); ++part) {
    Value left = buildPart(b, loc, product, part, true);
    Value right = buildPart(b, loc, product, part, false);
    Value term = real ? arith::MulFOp::create(b, loc, left, right).getResult()
                      : arith::MulIOp::create(b, loc, left, right).getResult();
    if (!sum)
      sum = term;
    else if (real)
      sum = arith::AddFOp::create(b, loc, sum, term);
    else
      sum = arith::AddIOp::create(b, loc, sum, term);
  }
  return sum;
}

/// Is `value` the sum of the products of all parts up to `part`? The words are
/// `product`'s, which receives them from the first product that is seen.
static bool matchSum(Value value, int64_t part, PackedDotProduct &product) {
  bool real = product.parts == WordParts::halves;
  Operation *term = value.getDefiningOp();
  if (part > 0) {
    bool adds = real ? isa_and_nonnull<arith::AddFOp>(term)
                     : isa_and_nonnull<arith::AddIOp>(term);
    if (!adds || !matchSum(term->getOperand(0), part - 1, product))
      return false;
    term = term->getOperand(1).getDefiningOp();
  }
  bool multiplies = real ? isa_and_nonnull<arith::MulFOp>(term)
                         : isa_and_nonnull<arith::MulIOp>(term);
  if (!multiplies)
    return false;
  Value first = matchPart(term->getOperand(0), product.parts, part, true);
  Value second = matchPart(term->getOperand(1), product.parts, part, false);
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
  if (!value.getType().isInteger(32) && !value.getType().isF32())
    return std::nullopt;
  for (WordParts parts :
       {WordParts::halves, WordParts::bytes, WordParts::shorts}) {
    PackedDotProduct product{{}, {}, parts};
    if (matchSum(value, countParts(parts) - 1, product))
      return product;
  }
  return std::nullopt;
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

/// Is `value` the argument, moved up to its place in a word of `count`, and
/// extended like those behind it?
static bool isPlaced(Value value, BlockArgument argument, int64_t count,
                     WordForm &form) {
  int64_t bits = 32 / count;
  auto shifted = value.getDefiningOp<arith::ShLIOp>();
  if (!shifted || !isConstant(shifted.getRhs(), bits * argument.getArgNumber()))
    return false;
  auto wide = shifted.getLhs().getDefiningOp<arith::ExtUIOp>();
  if (!wide || wide.getIn().getType().getIntOrFloatBitWidth() > bits)
    return false;
  Value plain = wide.getIn();
  Operation *op = plain.getDefiningOp(), *extension = nullptr;
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op))
    extension = op;
  else if (plain.getType().getIntOrFloatBitWidth() < bits)
    extension = wide; // by zeros, two operations folded into one
  if (op && (op == extension || isa<arith::BitcastOp>(op)))
    plain = op->getOperand(0);
  // Parts are seen from the last to the first.
  if (argument.getArgNumber() + 1 == count)
    form.extension = extension;
  bool isLike =
      !extension == !form.extension &&
      (!extension || extension->getName() == form.extension->getName());
  return isLike && plain == argument;
}

std::optional<WordForm> neo::matchWord(ComputeOp op) {
  int64_t count = op.getNumOperands();
  if (op.getKind() != ReductionKind::none || (count != 2 && count != 4))
    return std::nullopt;
  auto flip = op.getYielded().getDefiningOp<arith::XOrIOp>();
  APInt bits;
  if (!flip || !flip.getType().isInteger(32) ||
      !matchPattern(flip.getRhs(), m_ConstantInt(&bits)))
    return std::nullopt;
  WordForm form{bits.getSExtValue(), nullptr};
  Value word = flip.getLhs();
  for (int64_t part = count; part-- > 1;) {
    auto both = word.getDefiningOp<arith::OrIOp>();
    if (!both || !isPlaced(both.getRhs(), op.getBodyBlock()->getArgument(part),
                           count, form))
      return std::nullopt;
    word = both.getLhs();
  }
  if (!isPlaced(word, op.getBodyBlock()->getArgument(0), count, form))
    return std::nullopt;
  return form;
}
