//===- ReduceDivisions.cpp - Indices divided by multiplication ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Bodies say where conditions and values follow from indices,
//
//     %q = arith.floordivsi %i, %c5 : index
//
// and their loops bound those (SmallDivision.h). A remainder is written by a
// quotient already. Loops over a batch of any size have no bound.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"
#include "Neo/Conversion/SmallDivision.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace neo {
#define GEN_PASS_DEF_NEOREDUCEDIVISIONS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

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

/// Replaces `op`, of which `range` is that of the dividend, if it is small.
static void reduce(arith::FloorDivSIOp op, AffineInterval range) {
  APInt divisor;
  if (!matchPattern(op.getRhs(), m_ConstantInt(&divisor)))
    return;
  OpBuilder b(op);
  Value quotient =
      divideSmall(b, op.getLoc(), op.getLhs(), range, divisor.getSExtValue());
  if (!quotient)
    return;
  op.replaceAllUsesWith(quotient);
  op.erase();
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
