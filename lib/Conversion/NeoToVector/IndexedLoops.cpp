//===- IndexedLoops.cpp - Loops around indices that are data --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernel.h"

#include "Neo/Dialect/Batch.h"

using namespace mlir;
using namespace neo;

Value IndexedLoops::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value IndexedLoops::extent(int64_t size) {
  return items && size == batch ? items : constant(size);
}

bool neo::countsItems(Operation *op, const IndexedAccess &access) {
  std::optional<int64_t> batch = getBatch(op);
  auto batched = [&](Value value) { return isBatched(value.getType(), batch); };
  return batch && (llvm::is_contained(access.extents, *batch) ||
                   llvm::any_of(op->getOperands(), batched) ||
                   llvm::any_of(op->getResults(), batched));
}

Value IndexedLoops::evaluate(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  AffineMap map = AffineMap::get(loops.size(), 0, expr);
  SmallVector<Value> used;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (expr.isFunctionOfDim(loop))
      used.push_back(loops[loop]);
  return affine::AffineApplyOp::create(b, loc, compressUnusedDims(map), used);
}

Value IndexedLoops::locate(ArrayRef<int64_t> shape, ValueRange index) {
  Value position;
  for (auto [size, at] : llvm::zip_equal(shape, index)) {
    if (!position) {
      position = at;
      continue;
    }
    Value row = arith::MulIOp::create(b, loc, position, extent(size));
    position = arith::AddIOp::create(b, loc, row, at);
  }
  return position ? position : constant(0);
}

/// The number of outer loops that the expressions depend on.
static unsigned countLoops(ArrayRef<AffineExpr> exprs, unsigned loops) {
  while (loops > 0 && llvm::none_of(exprs, [&](AffineExpr expr) {
           return expr.isFunctionOfDim(loops - 1);
         }))
    --loops;
  return loops;
}

unsigned IndexedLoops::getGuardDepth() const {
  if (!access.isGuarded())
    return 0;
  IntegerSet where = access.where;
  return countLoops(where.getConstraints(), loops.size());
}

unsigned IndexedLoops::getDepth(unsigned d) const {
  ArrayRef<AffineExpr> exprs = access.index.getResults().slice(d, 1);
  if (std::optional<unsigned> k = access.getPositions(d))
    exprs = access.maps[*k].getResults();
  return std::max(getGuardDepth(), countLoops(exprs, loops.size()));
}

/// Loads the integer of symbol `k` as an index, clamped to its dimension.
Value IndexedLoops::readSymbol(unsigned k) {
  auto type = cast<RankedTensorType>(access.positions[k].getType());
  SmallVector<Value> at;
  for (AffineExpr expr : access.maps[k].getResults())
    at.push_back(evaluate(expr));
  Value integer =
      memref::LoadOp::create(b, loc, positions[k], locate(type.getShape(), at));
  Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), integer);
  int64_t extent = access.type.getDimSize(access.getDimension(k));
  index = arith::MinSIOp::create(b, loc, index, constant(extent - 1));
  return arith::MaxSIOp::create(b, loc, index, constant(0));
}

void IndexedLoops::readSymbols(unsigned depth) {
  for (auto [k, symbol] : llvm::enumerate(symbols))
    if (!symbol && getDepth(access.getDimension(k)) <= depth)
      symbol = readSymbol(k);
}

void IndexedLoops::setLoop(unsigned loop, Value value) {
  loops[loop] = value;
  if (mayRead)
    readSymbols(loop + 1);
}

void IndexedLoops::openLoop(unsigned loop, Value begin, Value end,
                            int64_t step) {
  auto forOp = scf::ForOp::create(b, loc, begin, end, constant(step));
  b.setInsertionPointToStart(forOp.getBody());
  setLoop(loop, forOp.getInductionVar());
}

void IndexedLoops::openLoop(unsigned loop) {
  openLoop(loop, constant(0), extent(access.extents[loop]));
}

Value IndexedLoops::getGuard() {
  if (!access.isGuarded())
    return {};
  IntegerSet where = access.where;
  Value all;
  for (unsigned i = 0, e = where.getNumConstraints(); i < e; ++i) {
    auto predicate =
        where.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = arith::CmpIOp::create(
        b, loc, predicate, evaluate(where.getConstraint(i)), constant(0));
    all = all ? Value(arith::AndIOp::create(b, loc, all, holds)) : holds;
  }
  return all;
}

void IndexedLoops::enterGuard(unsigned depth) {
  if (Value guard = getGuard()) {
    auto ifOp = scf::IfOp::create(b, loc, guard, /*withElseRegion=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  mayRead = true;
  readSymbols(depth);
}

void IndexedLoops::enterRange(unsigned d, Value begin, Value end) {
  Value index = getIndex(d);
  Value isFrom =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index, begin);
  Value isBelow =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, end);
  Value isInside = arith::AndIOp::create(b, loc, isFrom, isBelow);
  auto ifOp = scf::IfOp::create(b, loc, isInside, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
}

Value IndexedLoops::getIndex(unsigned d) {
  if (std::optional<unsigned> k = access.getPositions(d)) {
    if (!symbols[*k])
      symbols[*k] =
          readSymbol(*k); // Under a guard, or independent of all loops.
    return symbols[*k];
  }
  return evaluate(access.index.getResult(d));
}

Value IndexedLoops::getPoint() { return locate(access.extents, loops); }

Value IndexedLoops::getElement() {
  SmallVector<Value> index;
  for (unsigned d = 0, e = access.index.getNumResults(); d < e; ++d)
    index.push_back(getIndex(d));
  return locate(access.type.getShape(), index);
}
