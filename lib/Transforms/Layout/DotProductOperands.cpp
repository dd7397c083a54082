//===- DotProductOperands.cpp - Contractions as packed dot products -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Schedule/AMXProduct.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a copy for packed dot products pays.
constexpr double leastDotProductUses = 16;
/// Largest fraction of a loop that the padding of the last word may add.
constexpr double mostWaste = 0.34;
/// Inverts the highest bit of each byte.
constexpr int64_t highestBits = 0x80808080;

namespace {
/// A factor of a product: an operand, and how its bytes are read.
struct NarrowFactor {
  unsigned operand;
  bool isSigned;
};

class DotProductRewriter {
public:
  DotProductRewriter(ComputeOp op, RewriterBase &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()) {}

  /// Returns whether the contraction was replaced, else sets `reason` for a
  /// product of narrow numbers.
  bool run(const InstructionSet &instructions, StringRef &reason);

private:
  bool plan(const InstructionSet &instructions, StringRef &reason);
  bool canMultiply(const InstructionSet &instructions);
  bool matchBody();
  bool matchFactor(Value value, NarrowFactor &factor);
  std::optional<unsigned> dimensionOf(unsigned operand, unsigned loop);
  bool chooseLoop();
  bool pays();
  int64_t countWords();
  int64_t wordsOf(unsigned operand) {
    return op.getOperandType(operand).getNumElements();
  }
  Value packInWords(const NarrowFactor &factor, int64_t flipped);
  ComputeOp multiply(Value first, Value second, bool keepsNonzero);
  Value sumUp(const NarrowFactor &factor, int64_t weight);
  Value addSums(Value product, Value sums);
  AffineMap project(AffineMap map, ArrayRef<unsigned> loops);
  SmallVector<unsigned> outputLoopsOf(unsigned operand);

  ComputeOp op;
  RewriterBase &rewriter;
  Location loc;
  WordParts parts = WordParts::halves;
  NarrowFactor first, second;
  unsigned loop = 0;
};
} // namespace

static Value extend(OpBuilder &b, Location loc, Value narrow, Type type,
                    bool isSigned) {
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, type, narrow);
  return arith::ExtUIOp::create(b, loc, type, narrow);
}

bool DotProductRewriter::matchFactor(Value value, NarrowFactor &factor) {
  factor.isSigned = true;
  if (auto wide = value.getDefiningOp<arith::ExtFOp>())
    value = wide.getIn();
  else if (auto wide = value.getDefiningOp<arith::ExtSIOp>())
    value = wide.getIn();
  else if (auto wide = value.getDefiningOp<arith::ExtUIOp>()) {
    value = wide.getIn();
    factor.isSigned = false;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  bool fits = argument &&
              (parts == WordParts::halves ? argument.getType().isBF16()
                                          : argument.getType().isInteger(8));
  if (!fits)
    return false;
  factor.operand = argument.getArgNumber();
  return true;
}

/// Is the body a product of the two operands, in f32, bf16 or i32?
bool DotProductRewriter::matchBody() {
  Value value = op.getYielded();
  if (auto rounded = value.getDefiningOp<arith::TruncFOp>())
    value = rounded.getIn();
  Operation *product = value.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return false;
  bool isBytes = isa<arith::MulIOp>(product);
  parts = isBytes ? WordParts::bytes : WordParts::halves;
  Type type = value.getType(), result = op.getType().getElementType();
  bool fits = isBytes ? type.isInteger(32)
                      : (type.isF32() || type.isBF16()) &&
                            (result.isF32() || result.isBF16());
  return fits && matchFactor(product->getOperand(0), first) &&
         matchFactor(product->getOperand(1), second) &&
         first.operand != second.operand;
}

/// The dimension of `operand` that `loop` alone indexes.
std::optional<unsigned> DotProductRewriter::dimensionOf(unsigned operand,
                                                        unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  std::optional<unsigned> position = op.getMap(operand).getResultPosition(dim);
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults()))
    if (position && d != *position && index.isFunctionOfDim(loop))
      return std::nullopt;
  return position;
}

/// The longest reduction loop that indexes a dimension of both operands.
bool DotProductRewriter::chooseLoop() {
  int64_t longest = 0, count = countParts(parts);
  for (unsigned l = op.getNumOutputLoops(); l < op.getNumLoops(); ++l) {
    int64_t extent = op.getExtents()[l];
    int64_t waste = llvm::alignTo(extent, count) - extent;
    // The extent of a batch is dynamic.
    if (extent == getBatch(op) || extent <= longest ||
        double(waste) > mostWaste * double(extent) || !dimensionOf(0, l) ||
        !dimensionOf(1, l))
      continue;
    longest = extent;
    loop = l;
  }
  return longest > 0;
}

bool DotProductRewriter::pays() {
  for (unsigned i : {0, 1})
    if (op.getGuard(i) || op.getPad(i) ||
        usesPerElement(op, double(wordsOf(i))) < leastDotProductUses)
      return false;
  return true;
}

/// The steps of the loop in words; whole tile registers, where the target has
/// those and the padding is little (AMXProduct.h).
int64_t DotProductRewriter::countWords() {
  int64_t extent = op.getExtents()[loop];
  int64_t words = llvm::divideCeil(extent, countParts(parts));
  int64_t whole = llvm::alignTo(words, tileWords);
  bool pads = InstructionSet::of(op).tileProducts && words > tileWords &&
              parts != WordParts::shorts &&
              double(whole - words) <= mostWaste * double(words);
  return pads ? whole : words;
}

/// A copy of a factor, packed in words along the loop's dimension.
Value DotProductRewriter::packInWords(const NarrowFactor &factor,
                                      int64_t flipped) {
  unsigned operand = factor.operand;
  MLIRContext *context = op.getContext();
  RankedTensorType type = op.getOperandType(operand);
  unsigned rank = type.getRank(), along = *dimensionOf(operand, loop);
  int64_t count = countParts(parts), extent = op.getExtents()[loop];
  SmallVector<int64_t> shape(type.getShape());
  shape[along] = countWords();
  ComputeSpec spec;
  for (int64_t part = 0; part < count; ++part) {
    OperandSpec read;
    read.value = op.getOperand(operand);
    AffineExpr step = getAffineDimExpr(along, context) * count + part;
    SmallVector<AffineExpr> index;
    for (unsigned d = 0; d < rank; ++d)
      index.push_back(d == along ? step : getAffineDimExpr(d, context));
    read.map = AffineMap::get(rank, 0, index, context);
    if (shape[along] * count != extent) {
      read.guard = IntegerSet::get(rank, 0, {extent - 1 - step}, {false});
      read.pad = cast<TypedAttr>(rewriter.getZeroAttr(type.getElementType()));
    }
    spec.operands.push_back(read);
  }
  spec.type = RankedTensorType::get(shape, rewriter.getI32Type());
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) {
    SmallVector<Value> inWord(values);
    if (parts == WordParts::shorts)
      for (Value &part : inWord)
        part = extend(b, loc, part, b.getI16Type(), factor.isSigned);
    return buildWord(b, loc, inWord, flipped);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, loc, spec).getResult();
}

/// The contraction over words.
ComputeOp DotProductRewriter::multiply(Value a, Value b, bool keepsNonzero) {
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.operands[first.operand].value = a;
  spec.operands[second.operand].value = b;
  int64_t &extent = spec.reductionExtents[loop - op.getNumOutputLoops()];
  extent = countWords();
  auto body = [&](OpBuilder &builder, Location loc, ValueRange v) -> Value {
    Value sum = buildPackedDotProduct(
        builder, loc, {v[first.operand], v[second.operand], parts});
    if (!op.getType().getElementType().isBF16())
      return sum;
    return arith::TruncFOp::create(builder, loc, builder.getBF16Type(), sum);
  };
  spec.body = body;
  auto product = ComputeOp::create(rewriter, loc, spec);
  auto nonzero = op->getAttrOfType<IntegerSetAttr>(nonzeroAttrName);
  if (!nonzero || !keepsNonzero)
    return product;
  IntegerSet set = nonzero.getValue();
  if (llvm::none_of(set.getConstraints(), [&](AffineExpr constraint) {
        return constraint.isFunctionOfDim(loop);
      }))
    product->setAttr(nonzeroAttrName, nonzero);
  return product;
}

SmallVector<unsigned> DotProductRewriter::outputLoopsOf(unsigned operand) {
  SmallVector<unsigned> loops;
  for (unsigned l = 0; l < op.getNumOutputLoops(); ++l)
    if (op.getMap(operand).isFunctionOfDim(l))
      loops.push_back(l);
  return loops;
}

/// `map` over `loops` and the reduction loops alone.
AffineMap DotProductRewriter::project(AffineMap map, ArrayRef<unsigned> loops) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> moved(op.getNumLoops(),
                                getAffineConstantExpr(0, context));
  unsigned next = 0;
  for (unsigned l : loops)
    moved[l] = getAffineDimExpr(next++, context);
  for (unsigned l = op.getNumOutputLoops(); l < op.getNumLoops(); ++l)
    moved[l] = getAffineDimExpr(next++, context);
  return map.replaceDimsAndSymbols(moved, {}, next, 0);
}

/// `weight` times the sum of the factor over all reduction loops, for every
/// point of the output loops that it depends on.
Value DotProductRewriter::sumUp(const NarrowFactor &factor, int64_t weight) {
  SmallVector<unsigned> loops = outputLoopsOf(factor.operand);
  SmallVector<int64_t> shape;
  for (unsigned l : loops)
    shape.push_back(op.getExtents()[l]);
  ComputeSpec spec;
  OperandSpec read;
  read.value = op.getOperand(factor.operand);
  read.map = project(op.getMap(factor.operand), loops);
  spec.operands.push_back(read);
  spec.type = RankedTensorType::get(shape, rewriter.getI32Type());
  spec.kind = ReductionKind::sum;
  spec.reductionExtents = llvm::to_vector(op.getReductionExtents());
  auto body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Type type = b.getI32Type();
    Value wide = extend(b, loc, v[0], type, factor.isSigned);
    Value by =
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(int32_t(weight)));
    return arith::MulIOp::create(b, loc, wide, by);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, loc, spec).getResult();
}

/// Adds the correction of `sumUp` to `product`.
Value DotProductRewriter::addSums(Value product, Value sums) {
  unsigned summed = second.isSigned ? second.operand : first.operand;
  MLIRContext *context = op.getContext();
  unsigned rank = op.getNumOutputLoops();
  SmallVector<AffineExpr> index;
  for (unsigned l : outputLoopsOf(summed))
    index.push_back(getAffineDimExpr(l, context));
  ComputeSpec spec;
  spec.operands.resize(2);
  spec.operands[0].value = product;
  spec.operands[0].map = AffineMap::getMultiDimIdentityMap(rank, context);
  spec.operands[1].value = sums;
  spec.operands[1].map = AffineMap::get(rank, 0, index, context);
  spec.type = op.getType();
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return arith::AddIOp::create(b, loc, v[0], v[1]);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, loc, spec).getResult();
}

/// Is there an instruction? Bytes without one are extended to i16.
bool DotProductRewriter::canMultiply(const InstructionSet &instructions) {
  if (parts == WordParts::halves)
    return instructions.pairProducts;
  if (instructions.byteProducts)
    return true;
  parts = WordParts::shorts;
  return instructions.hasShortProducts();
}

bool DotProductRewriter::plan(const InstructionSet &instructions,
                              StringRef &reason) {
  if (op.getNumOperands() != 2 || op.getWhereSet() || !matchBody())
    return false;
  if (!canMultiply(instructions))
    reason = "no instruction of the target multiplies them";
  else if (parts == WordParts::halves && isStrict(op))
    reason = "under neo.strict denormals count, and the instruction skips them";
  else if (!chooseLoop())
    reason = "no sum walks a dimension of both that fills words";
  else if (!pays())
    reason = "they are used too seldom, or under guards";
  return reason.empty();
}

bool DotProductRewriter::run(const InstructionSet &instructions,
                             StringRef &reason) {
  if (!plan(instructions, reason))
    return false;
  rewriter.setInsertionPoint(op);
  bool isMixed = first.isSigned != second.isSigned;
  // The unsigned factor is first; if both have the same sign, the smaller
  // operand is the one that is summed for the correction.
  bool firstIsSmall = wordsOf(first.operand) < wordsOf(second.operand);
  if (isMixed ? first.isSigned : firstIsSmall == first.isSigned)
    std::swap(first, second);
  bool shifts = parts == WordParts::bytes && !isMixed, both = first.isSigned;
  Value a = packInWords(first, shifts && both ? highestBits : 0);
  Value b = packInWords(second, shifts && !both ? highestBits : 0);
  Value product = multiply(a, b, /*keepsNonzero=*/!shifts);
  if (shifts)
    product = addSums(product, both ? sumUp(second, -128) : sumUp(first, 128));
  rewriter.replaceOp(op, product);
  return true;
}

bool neo::usePackedDotProduct(ComputeOp op, const InstructionSet &instructions,
                              RewriterBase &rewriter, StringRef &reason) {
  return DotProductRewriter(op, rewriter).run(instructions, reason);
}
