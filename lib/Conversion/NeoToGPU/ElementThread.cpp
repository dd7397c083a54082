//===- ElementThread.cpp - A point whose indices are data -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ElementThread.h"

#include "GlobalAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static SmallVector<int64_t> getSizes(const IndexedAccess &access,
                                     int64_t elements, int64_t threads) {
  SmallVector<int64_t> sizes(access.extents);
  for (unsigned k = 0; k < access.positions.size(); ++k)
    sizes.push_back(access.type.getDimSize(access.getDimension(k)));
  // There may be more threads than elements.
  sizes.push_back(llvm::alignTo(std::max<int64_t>(elements, 1), threads));
  for (int64_t &size : sizes)
    size = std::max<int64_t>(size, 1);
  return sizes;
}

ElementThread::ElementThread(KernelState &state, const IndexedAccess &access,
                             ValueRange positions, int64_t elements)
    : state(state), access(access), positions(positions),
      values(state.b, state.loc, getSizes(access, elements, state.threads)) {
  Value first = arith::MulIOp::create(state.b, state.loc, state.block,
                                      state.constant(state.threads));
  values.bind(getElementDim(),
              arith::AddIOp::create(state.b, state.loc, first, state.thread));
}

AffineExpr ElementThread::getCoordinate(ArrayRef<int64_t> shape,
                                        unsigned d) const {
  int64_t inner = 1;
  for (int64_t size : shape.drop_front(d + 1))
    inner *= size;
  AffineExpr outer = getElement().floorDiv(inner);
  return d == 0 ? outer : outer % shape[d];
}

Value ElementThread::isBelow(int64_t elements) {
  return arith::CmpIOp::create(state.b, state.loc, arith::CmpIPredicate::ult,
                               get(getElement()), state.constant(elements));
}

void ElementThread::readPositions() {
  OpBuilder &b = state.b;
  for (auto [k, map] : llvm::enumerate(access.maps)) {
    auto type = cast<RankedTensorType>(access.positions[k].getType());
    Value read = loadElements(state, positions[k], get(linearize(map, type)),
                              type.getElementType(), 1, 1);
    read = arith::IndexCastOp::create(b, state.loc, b.getIndexType(), read);
    int64_t extent = access.type.getDimSize(access.getDimension(k));
    read = arith::MaxSIOp::create(b, state.loc, read, state.constant(0));
    read = arith::MinSIOp::create(
        b, state.loc, read, state.constant(std::max<int64_t>(extent - 1, 0)));
    values.bind(access.extents.size() + k, read);
  }
}

Value ElementThread::isIncluded() {
  Value all;
  for (unsigned i = 0;
       access.isGuarded() && i < access.where.getNumConstraints(); ++i)
    all = conjoin(
        state, all,
        values.holds(access.where.getConstraint(i), access.where.isEq(i)));
  return all;
}

AffineExpr ElementThread::getIndex(unsigned d) const {
  SmallVector<AffineExpr> symbols;
  for (unsigned k = 0; k < access.positions.size(); ++k)
    symbols.push_back(state.b.getAffineDimExpr(access.extents.size() + k));
  return access.index.getResult(d).replaceSymbols(symbols);
}

Value ElementThread::getPointPlace() {
  SmallVector<AffineExpr> loops;
  for (unsigned d = 0; d < access.extents.size(); ++d)
    loops.push_back(state.b.getAffineDimExpr(d));
  return get(linearize(loops, access.extents, state.b.getContext()));
}

Value ElementThread::getNamedPlace() {
  SmallVector<AffineExpr> indices;
  for (unsigned d = 0; d < access.index.getNumResults(); ++d)
    indices.push_back(getIndex(d));
  return get(linearize(indices, access.type.getShape(), state.b.getContext()));
}
