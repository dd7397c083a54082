//===- IndexedConversion.cpp - Data-dependent indices in linalg -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedConversion.h"

#include "Neo/Conversion/Passes.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace neo;

namespace {
/// Emits one point of the loops.
class IndexedPoint {
public:
  IndexedPoint(OpBuilder &b, Location loc, const IndexedAccess &access,
               ValueRange loops)
      : b(b), loc(loc), access(access), loops(loops) {}

  /// i1; null if there is no guard.
  Value getGuard();
  /// The index of the element, valid where the guard holds.
  SmallVector<Value> getIndex();

private:
  Value evaluate(AffineExpr expr) {
    return affine::expandAffineExpr(b, loc, expr, loops, {});
  }
  Value readPositions(unsigned k);
  void check(Value index, unsigned d);
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) {
    return arith::CmpIOp::create(b, loc, predicate, x,
                                 arith::ConstantIndexOp::create(b, loc, y));
  }

  OpBuilder &b;
  Location loc;
  const IndexedAccess &access;
  ValueRange loops;
};
} // namespace

Value IndexedPoint::getGuard() {
  IntegerSet where = access.where;
  Value all;
  for (unsigned i = 0; where && i < where.getNumConstraints(); ++i) {
    auto predicate =
        where.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = compare(predicate, evaluate(where.getConstraint(i)), 0);
    all = all ? Value(arith::AndIOp::create(b, loc, all, holds)) : holds;
  }
  return all;
}

void IndexedPoint::check(Value index, unsigned d) {
  Value isFrom = compare(arith::CmpIPredicate::sge, index, 0);
  Value isBelow =
      compare(arith::CmpIPredicate::slt, index, access.type.getDimSize(d));
  Value isInside = arith::AndIOp::create(b, loc, isFrom, isBelow);
  cf::AssertOp::create(b, loc, isInside,
                       "an index from data lies outside dimension " +
                           std::to_string(d) + " (R1)");
}

Value IndexedPoint::readPositions(unsigned k) {
  SmallVector<Value> at;
  for (AffineExpr expr : access.maps[k].getResults())
    at.push_back(evaluate(expr));
  Value integer = tensor::ExtractOp::create(b, loc, access.positions[k], at);
  Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), integer);
  check(index, access.getDimension(k));
  return index;
}

SmallVector<Value> IndexedPoint::getIndex() {
  SmallVector<Value> index;
  for (auto [d, expr] : llvm::enumerate(access.index.getResults())) {
    std::optional<unsigned> k = access.getPositions(d);
    index.push_back(k ? readPositions(*k) : evaluate(expr));
  }
  return index;
}

static Value buildZeros(OpBuilder &b, Location loc, RankedTensorType type) {
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  return linalg::FillOp::create(b, loc, zero, empty).getResult(0);
}

/// The element at the point; 0 where the guard fails.
static Value buildElement(OpBuilder &b, Location loc, GatherOp op,
                          const IndexedAccess &access) {
  SmallVector<Value> loops;
  for (unsigned loop = 0, e = access.extents.size(); loop < e; ++loop)
    loops.push_back(linalg::IndexOp::create(b, loc, loop));
  IndexedPoint point(b, loc, access, loops);
  auto read = [&](OpBuilder &b, Location loc) -> Value {
    return tensor::ExtractOp::create(
        b, loc, op.getSource(), IndexedPoint(b, loc, access, loops).getIndex());
  };
  Value guard = point.getGuard();
  if (!guard)
    return read(b, loc);
  auto ifOp = scf::IfOp::create(
      b, loc, guard,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, read(b, loc));
      },
      [&](OpBuilder &b, Location loc) {
        TypedAttr zero = b.getZeroAttr(op.getType().getElementType());
        Value value = arith::ConstantOp::create(b, loc, zero);
        scf::YieldOp::create(b, loc, value);
      });
  return ifOp.getResult(0);
}

static Value convert(RewriterBase &b, GatherOp op) {
  IndexedAccess access = IndexedAccess::get(op);
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  if (type.getNumElements() == 0)
    return empty;
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(type), ValueRange(), ValueRange(empty),
      {b.getMultiDimIdentityMap(type.getRank())}, iterators,
      [&](OpBuilder &inner, Location, ValueRange) {
        linalg::YieldOp::create(inner, loc,
                                buildElement(inner, loc, op, access));
      });
  return generic.getResult(0);
}

/// `sums` with the element of the point added.
static Value addElement(OpBuilder &b, Location loc, ScatterAddOp op,
                        const IndexedAccess &access, ValueRange loops,
                        Value sums) {
  auto add = [&](OpBuilder &b, Location loc) -> Value {
    SmallVector<Value> index = IndexedPoint(b, loc, access, loops).getIndex();
    Value term = tensor::ExtractOp::create(b, loc, op.getSource(), loops);
    Value sum = tensor::ExtractOp::create(b, loc, sums, index);
    if (isa<FloatType>(term.getType()))
      sum = arith::AddFOp::create(b, loc, sum, term);
    else
      sum = arith::AddIOp::create(b, loc, sum, term);
    return tensor::InsertOp::create(b, loc, sum, sums, index);
  };
  Value guard = IndexedPoint(b, loc, access, loops).getGuard();
  if (!guard)
    return add(b, loc);
  auto ifOp = scf::IfOp::create(
      b, loc, guard,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, add(b, loc));
      },
      [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, sums); });
  return ifOp.getResult(0);
}

static Value convert(RewriterBase &b, ScatterAddOp op) {
  IndexedAccess access = IndexedAccess::get(op);
  Location loc = op.getLoc();
  Value zeros = buildZeros(b, loc, op.getType());
  if (llvm::is_contained(access.extents, 0))
    return zeros;
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  SmallVector<Value> from, to, step;
  for (int64_t extent : access.extents) {
    from.push_back(index(0));
    to.push_back(index(extent));
    step.push_back(index(1));
  }
  if (access.extents.empty())
    return addElement(b, loc, op, access, {}, zeros);
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, from, to, step, zeros,
      [&](OpBuilder &inner, Location loc, ValueRange loops, ValueRange sums) {
        return scf::ValueVector{
            addElement(inner, loc, op, access, loops, sums[0])};
      });
  return nest.results[0];
}

template <typename Op>
static void convertAll(RewriterBase &b, Operation *root) {
  SmallVector<Op> operators;
  root->walk([&](Op op) { operators.push_back(op); });
  for (Op op : operators) {
    b.setInsertionPoint(op);
    b.replaceOp(op, convert(b, op));
  }
}

void neo::convertIndexed(RewriterBase &b, Operation *root) {
  convertAll<GatherOp>(b, root);
  convertAll<ScatterAddOp>(b, root);
}
