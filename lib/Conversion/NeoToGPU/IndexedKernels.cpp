//===- IndexedKernels.cpp - Indices that are data, on a GPU ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernels.h"

#include "GlobalAccess.h"
#include "KernelFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
/// The element of a thread and the point that it is at: dimensions of `values`
/// are the loops, then the integers from data, then the number of the element.
class ElementThread {
public:
  ElementThread(KernelState &state, const IndexedAccess &access,
                ValueRange positions, int64_t elements)
      : state(state), access(access), positions(positions),
        values(state.b, state.loc, getSizes(access, elements)) {
    Value first = arith::MulIOp::create(state.b, state.loc, state.block,
                                        state.constant(indexedThreads));
    Value number =
        arith::AddIOp::create(state.b, state.loc, first, state.thread);
    values.bind(getElementDim(), number);
  }

  AffineExpr getElement() const {
    return state.b.getAffineDimExpr(getElementDim());
  }
  /// Coordinate d of the element in a tensor of `shape`.
  AffineExpr getCoordinate(ArrayRef<int64_t> shape, unsigned d) const;
  Value get(AffineExpr expr) { return values.get(expr); }
  Value isBelow(int64_t elements);
  void bindLoop(unsigned loop, Value value) { values.bind(loop, value); }
  void openScope() { values.openScope(); }
  /// Reads the integers of the point, each brought into its dimension.
  void readPositions();
  /// Does `where` hold at the point? Null if there is none.
  Value isIncluded();
  /// Index d of the element that the point names, over the dimensions.
  AffineExpr getIndex(unsigned d) const;
  /// Row-major place of the point, of the element that it names.
  Value getPointPlace();
  Value getNamedPlace();

private:
  static SmallVector<int64_t> getSizes(const IndexedAccess &access,
                                       int64_t elements);
  unsigned getElementDim() const {
    return access.extents.size() + access.positions.size();
  }
  Value getPlace(ArrayRef<int64_t> shape,
                 llvm::function_ref<AffineExpr(unsigned)> index);

  KernelState &state;
  const IndexedAccess &access;
  ValueRange positions;
  IndexValues values;
};
} // namespace

SmallVector<int64_t> ElementThread::getSizes(const IndexedAccess &access,
                                             int64_t elements) {
  SmallVector<int64_t> sizes(access.extents);
  for (unsigned k = 0; k < access.positions.size(); ++k)
    sizes.push_back(access.type.getDimSize(access.getDimension(k)));
  // There may be more threads than elements.
  sizes.push_back(
      llvm::alignTo(std::max<int64_t>(elements, 1), indexedThreads));
  for (int64_t &size : sizes)
    size = std::max<int64_t>(size, 1);
  return sizes;
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
    Value place = getPlace(
        type.getShape(), [map = map](unsigned d) { return map.getResult(d); });
    Value read =
        loadElements(state, positions[k], place, type.getElementType(), 1, 1);
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

Value ElementThread::getPlace(ArrayRef<int64_t> shape,
                              llvm::function_ref<AffineExpr(unsigned)> index) {
  AffineExpr place = state.b.getAffineConstantExpr(0);
  for (auto [d, size] : llvm::enumerate(shape))
    place = place * size + index(d);
  return get(place);
}

Value ElementThread::getPointPlace() {
  return getPlace(access.extents,
                  [&](unsigned d) { return state.b.getAffineDimExpr(d); });
}

Value ElementThread::getNamedPlace() {
  return getPlace(access.type.getShape(),
                  [&](unsigned d) { return getIndex(d); });
}

/// The blocks that have a thread for each of `elements`.
static int64_t countBlocks(int64_t elements) {
  return llvm::divideCeil(elements, indexedThreads);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// What the point gives: its element, or 0 where `where` fails. The integers
/// are read under the guard, which may be what keeps the reads in bounds.
static Value readPoint(KernelState &state, ElementThread &thread, Value source,
                       Type element) {
  OpBuilder &b = state.b;
  auto read = [&] {
    thread.readPositions();
    return loadElements(state, source, thread.getNamedPlace(), element, 1, 1);
  };
  Value included = thread.isIncluded();
  if (!included)
    return read();
  auto ifOp = scf::IfOp::create(b, state.loc, TypeRange(element), included,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  thread.openScope();
  scf::YieldOp::create(b, state.loc, read());
  b.setInsertionPointToStart(ifOp.elseBlock());
  Value zero = arith::ConstantOp::create(b, state.loc, b.getZeroAttr(element));
  scf::YieldOp::create(b, state.loc, zero);
  return ifOp.getResult(0);
}

gpu::GPUFuncOp neo::emitGatherKernel(gpu::GPUModuleOp module, StringRef name,
                                     GatherOp op) {
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), op->getOperandTypes(),
                      op->getResultTypes(), indexedThreads);
  IndexedAccess access = IndexedAccess::get(op);
  int64_t elements = op.getType().getNumElements();
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, indexedThreads, countBlocks(elements), 0);
  ValueRange buffers = function.getArguments();
  ElementThread thread(state, access, buffers.drop_front().drop_back(),
                       elements);
  state.enterIf(thread.isBelow(elements));
  for (unsigned loop = 0; loop < access.extents.size(); ++loop)
    thread.bindLoop(loop,
                    thread.get(thread.getCoordinate(access.extents, loop)));
  Value value =
      readPoint(state, thread, buffers.front(), op.getType().getElementType());
  storeElements(state, value, buffers.back(), thread.get(thread.getElement()),
                1);
  return function;
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

namespace {
/// A thread that sums the points whose index is its element.
class ScatterThread {
public:
  ScatterThread(KernelState &state, ScatterAddOp op,
                const IndexedAccess &access, ValueRange buffers)
      : state(state), op(op), access(access), buffers(buffers),
        thread(state, access, buffers.drop_front().drop_back(),
               op.getType().getNumElements()) {}

  void emit();

private:
  Type getSumType() const;
  /// Gives loops that are an index by themselves the element's coordinate;
  /// gives the others.
  SmallVector<unsigned> bindKnownLoops();
  Value walk(ArrayRef<unsigned> loops, Value sum);
  Value addPoint(Value sum);
  Value isSentHere();

  KernelState &state;
  ScatterAddOp op;
  const IndexedAccess &access;
  ValueRange buffers;
  ElementThread thread;
};
} // namespace

/// Halves are summed in f32, as everywhere.
Type ScatterThread::getSumType() const {
  ScatterAddOp scatter = op;
  Type type = scatter.getType().getElementType();
  return type.isF16() || type.isBF16() ? Type(state.b.getF32Type()) : type;
}

SmallVector<unsigned> ScatterThread::bindKnownLoops() {
  llvm::SmallDenseSet<unsigned> known;
  ArrayRef<int64_t> shape = access.type.getShape();
  for (unsigned d = 0; d < access.index.getNumResults(); ++d) {
    auto loop = dyn_cast<AffineDimExpr>(access.index.getResult(d));
    // A loop that is shorter than the dimension does not cover it.
    if (!loop || access.extents[loop.getPosition()] != shape[d] ||
        !known.insert(loop.getPosition()).second)
      continue;
    thread.bindLoop(loop.getPosition(),
                    thread.get(thread.getCoordinate(shape, d)));
  }
  SmallVector<unsigned> others;
  for (unsigned loop = 0; loop < access.extents.size(); ++loop)
    if (!known.contains(loop))
      others.push_back(loop);
  return others;
}

Value ScatterThread::isSentHere() {
  OpBuilder &b = state.b;
  Value all;
  for (unsigned d = 0; d < access.index.getNumResults(); ++d) {
    Value named = thread.get(thread.getIndex(d));
    Value own = thread.get(thread.getCoordinate(access.type.getShape(), d));
    all = conjoin(state, all,
                  arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                        named, own));
  }
  return all;
}

Value ScatterThread::addPoint(Value sum) {
  OpBuilder &b = state.b;
  OpBuilder::InsertionGuard guard(b);
  Location loc = state.loc;
  auto choose = [&](Value condition, llvm::function_ref<Value()> inner) {
    if (!condition)
      return inner();
    auto ifOp = scf::IfOp::create(b, loc, TypeRange(sum.getType()), condition,
                                  /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, loc, sum);
    b.setInsertionPointToStart(ifOp.thenBlock());
    scf::YieldOp::create(b, loc, inner());
    return ifOp.getResult(0);
  };
  thread.openScope();
  return choose(thread.isIncluded(), [&] {
    thread.readPositions();
    return choose(isSentHere(), [&]() -> Value {
      Type element = op.getType().getElementType();
      Value term = loadElements(state, buffers.front(), thread.getPointPlace(),
                                element, 1, 1);
      if (isa<IntegerType>(element))
        return arith::AddIOp::create(b, loc, sum, term);
      if (sum.getType() != element)
        term = arith::ExtFOp::create(b, loc, sum.getType(), term);
      return arith::AddFOp::create(b, loc, sum, term);
    });
  });
}

/// The sum after all points of `loops`, the last one fastest.
Value ScatterThread::walk(ArrayRef<unsigned> loops, Value sum) {
  if (loops.empty())
    return addPoint(sum);
  OpBuilder &b = state.b;
  auto loop = scf::ForOp::create(b, state.loc, state.constant(0),
                                 state.constant(access.extents[loops.front()]),
                                 state.constant(1), sum);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  thread.openScope();
  thread.bindLoop(loops.front(), loop.getInductionVar());
  Value inner = walk(loops.drop_front(), loop.getRegionIterArg(0));
  scf::YieldOp::create(b, state.loc, inner);
  return loop.getResult(0);
}

void ScatterThread::emit() {
  OpBuilder &b = state.b;
  state.enterIf(thread.isBelow(op.getType().getNumElements()));
  Value place = thread.get(thread.getElement());
  SmallVector<unsigned> others = bindKnownLoops();
  Value zero =
      arith::ConstantOp::create(b, state.loc, b.getZeroAttr(getSumType()));
  Value sum = walk(others, zero);
  Type element = op.getType().getElementType();
  if (sum.getType() != element)
    sum = arith::TruncFOp::create(b, state.loc, element, sum);
  storeElements(state, sum, buffers.back(), place, 1);
}

gpu::GPUFuncOp neo::emitScatterKernel(gpu::GPUModuleOp module, StringRef name,
                                      ScatterAddOp op) {
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), op->getOperandTypes(),
                      op->getResultTypes(), indexedThreads);
  IndexedAccess access = IndexedAccess::get(op);
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, indexedThreads,
               countBlocks(op.getType().getNumElements()), 0);
  ScatterThread(state, op, access, function.getArguments()).emit();
  return function;
}
