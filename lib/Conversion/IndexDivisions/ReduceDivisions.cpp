//===- ReduceDivisions.cpp - Indices divided by multiplication ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Strength reduction: a division of an index by a constant is a multiplication
// and a shift. LLVM knows that, too, but not that indices are small: it takes
// the upper half of a product of 64 bits, which no vector instruction gives,
// and so divides lane by lane, 80 instructions for a vector of eight. The
// loops' extents bound the index, and in 31 bits the product fits 64:
//
//     (i + 2 * j) floordiv 5,  i < 62, j < 17          x in [0, 93]
//     -->  (x * 3435973837) >> 34
//
// Of x < 2^31 and d <= 2^l the multiplier is m = ceil(2^(31 + l) / d), which is
// below 2^32. It is too large by e / d for some e < d, and e * x < 2^(31 + l),
// so that the quotient is the floor. Indices below 0 are moved up by a multiple
// of d, which comes off the quotient again. Source: Granlund and Montgomery,
// Division by Invariant Integers Using Multiplication (PLDI 1994), section 4.
//
// A remainder is written by a quotient already.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace neo {
#define GEN_PASS_DEF_NEOREDUCEDIVISIONS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Bits of the largest dividend whose product with a multiplier fits a word.
constexpr unsigned dividendBits = 31;

namespace {
/// Reads the indices of a body as expressions of its loops.
class IndexReader {
public:
  explicit IndexReader(ComputeOp op)
      : extents(op.getExtents()), batch(getBatch(op)) {}

  /// The values of `value`; none if they are not known.
  std::optional<AffineInterval> getRange(Value value);

private:
  AffineExpr read(Value value);
  AffineExpr readOperation(Operation *made);

  SmallVector<int64_t> extents;
  std::optional<int64_t> batch;
  llvm::DenseMap<Value, AffineExpr> known;
};
} // namespace

/// The quotient or multiple of `made`, of which one operand is a constant.
static AffineExpr combine(Operation *made, AffineExpr left, AffineExpr right) {
  if (isa<arith::AddIOp>(made))
    return left + right;
  if (isa<arith::SubIOp>(made))
    return left - right;
  if (isa<arith::MulIOp>(made) && isa<AffineConstantExpr>(left))
    std::swap(left, right);
  auto constant = dyn_cast<AffineConstantExpr>(right);
  if (!constant)
    return {};
  if (isa<arith::MulIOp>(made))
    return left * right;
  if (isa<arith::FloorDivSIOp>(made) && constant.getValue() > 0)
    return left.floorDiv(right);
  return {};
}

AffineExpr IndexReader::readOperation(Operation *made) {
  if (auto index = dyn_cast<IndexOp>(made)) {
    bool isKnown = extents[index.getLoop()] != batch;
    return isKnown ? getAffineDimExpr(index.getLoop(), made->getContext())
                   : AffineExpr();
  }
  if (isa<arith::IndexCastOp>(made))
    return read(made->getOperand(0));
  if (made->getNumOperands() != 2)
    return {};
  AffineExpr left = read(made->getOperand(0));
  AffineExpr right = left ? read(made->getOperand(1)) : left;
  return right ? combine(made, left, right) : right;
}

AffineExpr IndexReader::read(Value value) {
  Type type = value.getType();
  Operation *made = value.getDefiningOp();
  if (!made || !(type.isIndex() || type.isInteger(64)))
    return {};
  if (auto found = known.find(value); found != known.end())
    return found->second;
  APInt number;
  AffineExpr expr =
      matchPattern(value, m_ConstantInt(&number))
          ? getAffineConstantExpr(number.getSExtValue(), value.getContext())
          : readOperation(made);
  return known[value] = expr;
}

std::optional<AffineInterval> IndexReader::getRange(Value value) {
  AffineExpr expr = read(value);
  if (!expr || llvm::is_contained(extents, 0))
    return std::nullopt;
  return getInterval(simplifyAffineExpr(expr, extents.size(), 0), extents);
}

/// `value` divided by `divisor`, where it is in [0, 2^31).
static Value divideSmall(OpBuilder &b, Location loc, Value value,
                         int64_t divisor) {
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(number));
  };
  unsigned bits = llvm::Log2_64_Ceil(divisor);
  if (llvm::isPowerOf2_64(divisor))
    return arith::ShRUIOp::create(b, loc, value, constant(bits));
  unsigned shift = dividendBits + bits;
  int64_t multiplier =
      int64_t(llvm::divideCeil(uint64_t(1) << shift, uint64_t(divisor)));
  // Of both factors the lower words are all: one instruction of AVX2.
  Value word = arith::AndIOp::create(b, loc, value, constant(UINT32_MAX));
  Value product = arith::MulIOp::create(b, loc, word, constant(multiplier));
  return arith::ShRUIOp::create(b, loc, product, constant(shift));
}

static void divide(arith::FloorDivSIOp op, int64_t divisor, int64_t least) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(number));
  };
  bool isIndex = op.getType().isIndex();
  Value value = op.getLhs();
  if (isIndex)
    value = arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
  if (least != 0)
    value = arith::SubIOp::create(b, loc, value, constant(least * divisor));
  Value quotient = divideSmall(b, loc, value, divisor);
  if (least != 0)
    quotient = arith::AddIOp::create(b, loc, quotient, constant(least));
  if (isIndex)
    quotient = arith::IndexCastOp::create(b, loc, op.getType(), quotient);
  op.replaceAllUsesWith(quotient);
  op.erase();
}

/// Replaces `op`, of which `range` is that of the dividend, if it is small.
static void reduce(arith::FloorDivSIOp op, AffineInterval range) {
  APInt number;
  if (!matchPattern(op.getRhs(), m_ConstantInt(&number)))
    return;
  int64_t divisor = number.getSExtValue();
  if (divisor < 2 || divisor >> dividendBits)
    return;
  int64_t least = llvm::divideFloorSigned(range.low, divisor);
  uint64_t span = uint64_t(range.high) - uint64_t(least) * uint64_t(divisor);
  if (span >> dividendBits == 0)
    divide(op, divisor, least);
}

static void reduceDivisions(ComputeOp op) {
  // All ranges are read before a division goes.
  IndexReader reader(op);
  SmallVector<std::pair<arith::FloorDivSIOp, AffineInterval>> divisions;
  for (auto division : op.getBodyBlock()->getOps<arith::FloorDivSIOp>())
    if (auto range = reader.getRange(division.getLhs()))
      divisions.emplace_back(division, *range);
  for (auto [division, range] : divisions)
    reduce(division, range);
}

namespace {
struct ReduceDivisions : neo::impl::NeoReduceDivisionsBase<ReduceDivisions> {
  void runOnOperation() override { getOperation().walk(reduceDivisions); }
};
} // namespace
