//===- KernelState.cpp - What all parts of a kernel know ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelState.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

Type neo::getStorageType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                              : element;
}

Value KernelState::getElement(Value result, const Key &key) {
  Value known = registers[result][key];
  if (known)
    return known;
  // Those that it is made of are known before it is.
  Value made = makers.lookup(result)(key);
  registers[result][key] = made;
  return made;
}

Value KernelState::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value KernelState::sharedView(Type type, int64_t offset, int64_t elements,
                              Value stage) {
  usesShared = true;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto viewed =
      MemRefType::get({elements}, type, MemRefLayoutAttrInterface(), space);
  Value start = constant(offset);
  if (stage)
    start = arith::AddIOp::create(b, loc, stage, start);
  return memref::ViewOp::create(b, loc, viewed, shared, start, ValueRange());
}

void KernelState::barrier() { gpu::BarrierOp::create(b, loc); }

void KernelState::enterIf(Value condition) {
  if (!condition)
    return;
  auto ifOp = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
}

std::vector<int64_t> neo::keyOf(const AxisSpace &space, ArrayRef<unsigned> axes,
                                ArrayRef<int64_t> point) {
  std::vector<int64_t> key;
  for (unsigned axis : axes)
    for (auto [number, dim] : llvm::enumerate(space.getDims()))
      if (dim.axis == axis && dim.isUnrolled())
        key.push_back(point[number]);
  return key;
}

Value neo::conjoin(KernelState &state, Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return arith::AndIOp::create(state.b, state.loc, x, y);
}

/// Digits of `number`: the dimensions of `unit`, those of the last axis and its
/// innermost split fastest.
static void bindDigits(KernelState &state, const AxisSpace &space,
                       IndexValues &values, GPUUnit unit, Value number) {
  SmallVector<unsigned> digits;
  for (unsigned axis = space.getNumAxes(); axis-- > 0;)
    for (auto [d, dim] : llvm::enumerate(space.getDims()))
      if (dim.axis == axis && dim.unit == unit)
        digits.push_back(d);
  int64_t left = 1;
  for (unsigned d : digits)
    left *= space.getSizes()[d];
  for (unsigned d : digits) {
    int64_t size = space.getSizes()[d];
    left /= size;
    if (size == 1) {
      values.bind(d, state.constant(0));
      continue;
    }
    Value by = state.constant(size);
    values.bind(d, left == 1 ? number
                             : Value(arith::RemUIOp::create(state.b, state.loc,
                                                            number, by)));
    if (left > 1)
      number = arith::DivUIOp::create(state.b, state.loc, number, by);
  }
}

void neo::bindThread(KernelState &state, const AxisSpace &space,
                     IndexValues &values) {
  bindDigits(state, space, values, GPUUnit::lane, state.lane);
  bindDigits(state, space, values, GPUUnit::warp, state.warp);
  bindDigits(state, space, values, GPUUnit::block, state.block);
}
