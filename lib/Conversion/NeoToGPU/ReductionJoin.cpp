//===- ReductionJoin.cpp - Partial results of threads ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ReductionJoin.h"

#include "Shuffle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace neo;

namespace {
/// A dimension of the threads: how far its neighbours are apart.
struct Digit {
  unsigned dim;
  int64_t size, stride;
};
} // namespace

/// The dimensions of `unit`, as bindThread() numbers them: those of the last
/// axis and its innermost split fastest.
static SmallVector<Digit> getDigits(const AxisSpace &space, GPUUnit unit) {
  SmallVector<Digit> digits;
  int64_t stride = 1;
  for (unsigned axis = space.getNumAxes(); axis-- > 0;)
    for (auto [d, dim] : llvm::enumerate(space.getDims()))
      if (dim.axis == axis && dim.unit == unit) {
        digits.push_back({unsigned(d), dim.size, stride});
        stride *= dim.size;
      }
  return digits;
}

static bool isJoined(const AxisSpace &space, ComputeOp op, const Digit &digit) {
  unsigned axis = space.getDims()[digit.dim].axis;
  return digit.size > 1 && isReduced(op, space.getAxis(axis));
}

SmallVector<Value> neo::joinLanes(KernelState &state, StatementBody &body,
                                  ValueRange given, int64_t lanes,
                                  int64_t stride) {
  SmallVector<Value> parts(given);
  for (int64_t distance = lanes / 2; distance > 0; distance /= 2) {
    SmallVector<Value> others;
    for (Value part : parts)
      others.push_back(shuffleXor(state, part, distance * stride));
    parts = body.join(parts, others);
  }
  return parts;
}

static SmallVector<Value> joinAllLanes(KernelState &state,
                                       const AxisSpace &space, ComputeOp op,
                                       StatementBody &body, ValueRange given) {
  SmallVector<Value> parts(given);
  for (const Digit &digit : getDigits(space, GPUUnit::lane))
    if (isJoined(space, op, digit))
      parts = joinLanes(state, body, parts, digit.size, digit.stride);
  return parts;
}

/// Numbers of the threads, in this thread's lane, whose warps share its
/// results: one for every combination of the digits in `joined`.
static SmallVector<Value> getPartners(KernelState &state,
                                      ArrayRef<Digit> joined) {
  Value warp = state.warp;
  SmallVector<int64_t> distances = {0};
  for (const Digit &digit : joined) {
    // The warp whose digit is 0.
    Value high = arith::DivUIOp::create(state.b, state.loc, state.warp,
                                        state.constant(digit.stride));
    Value own = arith::RemUIOp::create(state.b, state.loc, high,
                                       state.constant(digit.size));
    own = arith::MulIOp::create(state.b, state.loc, own,
                                state.constant(digit.stride));
    warp = arith::SubIOp::create(state.b, state.loc, warp, own);
    SmallVector<int64_t> longer;
    for (int64_t value = 0; value < digit.size; ++value)
      for (int64_t distance : distances)
        longer.push_back(distance + value * digit.stride);
    distances = std::move(longer);
  }
  Value first = arith::MulIOp::create(state.b, state.loc, warp,
                                      state.constant(warpLanes));
  first = arith::AddIOp::create(state.b, state.loc, first, state.lane);
  SmallVector<Value> partners;
  for (int64_t distance : distances)
    partners.push_back(arith::AddIOp::create(
        state.b, state.loc, first, state.constant(distance * warpLanes)));
  return partners;
}

/// Buffers of one element per thread, one for each of `parts`.
static SmallVector<Value> viewParts(KernelState &state, ValueRange parts,
                                    int64_t offset) {
  SmallVector<Value> views;
  for (Value part : parts) {
    Type storage = getStorageType(part.getType());
    views.push_back(state.sharedView(storage, offset, state.threads));
    int64_t bytes = std::max<int64_t>(storage.getIntOrFloatBitWidth() / 8, 4);
    offset += bytes * state.threads;
  }
  return views;
}

/// Is what is emitted repeated, and reads what the step before it has written?
static bool isInLoop(KernelState &state) {
  Operation *parent = state.b.getInsertionBlock()->getParentOp();
  return isa<LoopLikeOpInterface>(parent) ||
         parent->getParentOfType<LoopLikeOpInterface>();
}

static SmallVector<Value> joinWarps(KernelState &state, const AxisSpace &space,
                                    ComputeOp op, StatementBody &body,
                                    ValueRange parts, int64_t offset) {
  SmallVector<Digit> joined;
  for (const Digit &digit : getDigits(space, GPUUnit::warp))
    if (isJoined(space, op, digit))
      joined.push_back(digit);
  if (joined.empty())
    return parts;
  bool isBeingRead = state.usesShared || isInLoop(state);
  SmallVector<Value> views = viewParts(state, parts, offset);
  if (isBeingRead)
    state.barrier();
  for (auto [part, view] : llvm::zip_equal(parts, views))
    storeElements(state, part, view, state.thread, 1);
  state.barrier();
  SmallVector<Value> whole;
  for (Value partner : getPartners(state, joined)) {
    SmallVector<Value> others;
    for (auto [part, view] : llvm::zip_equal(parts, views))
      others.push_back(
          loadElements(state, view, partner, part.getType(), 1, 1));
    whole = whole.empty() ? others : body.join(whole, others);
  }
  return whole;
}

SmallVector<Value> neo::joinThreads(KernelState &state, const AxisSpace &space,
                                    ComputeOp op, StatementBody &body,
                                    ValueRange parts, int64_t offset) {
  SmallVector<Value> lanes = joinAllLanes(state, space, op, body, parts);
  return joinWarps(state, space, op, body, lanes, offset);
}

Value neo::isFirstOfEqualThreads(KernelState &state, const AxisSpace &space,
                                 IndexValues &values, ComputeOp op) {
  Value all;
  for (GPUUnit unit : {GPUUnit::lane, GPUUnit::warp})
    for (const Digit &digit : getDigits(space, unit)) {
      unsigned axis = space.getDims()[digit.dim].axis;
      bool isShared = isReduced(op, space.getAxis(axis)) ||
                      space.getAxis(axis).getLoops().empty();
      if (!isShared || digit.size == 1)
        continue;
      AffineExpr own = getAffineDimExpr(digit.dim, op.getContext());
      all = conjoin(state, all, values.holds(own, /*isEquality=*/true));
    }
  return all;
}
