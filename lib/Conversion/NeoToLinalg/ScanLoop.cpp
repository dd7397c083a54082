//===- ScanLoop.cpp - neo.scan as scf.for ---------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScanLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace neo;

namespace {
/// Offsets, sizes and strides of slice `position` of a stack.
struct SliceOfStack {
  SliceOfStack(OpBuilder &b, RankedTensorType stack, Value position)
      : offsets(stack.getRank(), b.getIndexAttr(0)),
        strides(stack.getRank(), b.getIndexAttr(1)),
        type(RankedTensorType::get(stack.getShape().drop_front(),
                                   stack.getElementType())) {
    offsets.front() = position;
    for (int64_t extent : stack.getShape())
      sizes.push_back(b.getIndexAttr(extent));
    sizes.front() = b.getIndexAttr(1);
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
  RankedTensorType type;
};
} // namespace

/// MLIR takes no slice at position 0 of a dimension without elements.
static bool isEmpty(Value stack) {
  return cast<RankedTensorType>(stack.getType()).getNumElements() == 0;
}

static Value readSlice(OpBuilder &b, Location loc, Value stack,
                       Value position) {
  SliceOfStack slice(b, cast<RankedTensorType>(stack.getType()), position);
  if (isEmpty(stack))
    return tensor::EmptyOp::create(b, loc, slice.type.getShape(),
                                   slice.type.getElementType());
  return tensor::ExtractSliceOp::create(
      b, loc, slice.type, stack, slice.offsets, slice.sizes, slice.strides);
}

static Value writeSlice(OpBuilder &b, Location loc, Value output, Value stack,
                        Value position) {
  if (isEmpty(stack))
    return stack;
  SliceOfStack slice(b, cast<RankedTensorType>(stack.getType()), position);
  return tensor::InsertSliceOp::create(b, loc, output, stack, slice.offsets,
                                       slice.sizes, slice.strides);
}

static SmallVector<Value> buildInits(OpBuilder &b, ScanOp op) {
  SmallVector<Value> inits(op.getCarry());
  for (Value stack : op.getStacks()) {
    auto type = cast<RankedTensorType>(stack.getType());
    inits.push_back(tensor::EmptyOp::create(b, op.getLoc(), type.getShape(),
                                            type.getElementType()));
  }
  return inits;
}

/// Emits one step: `values` are the state and the stacks; returns the next
/// ones.
static SmallVector<Value> buildStep(OpBuilder &b, ScanOp op, Value position,
                                    ValueRange values) {
  Location loc = op.getLoc();
  unsigned carried = op.getCarry().size();
  SmallVector<Value> arguments(values.take_front(carried));
  for (Value stack : op.getOver())
    arguments.push_back(readSlice(b, loc, stack, position));
  llvm::append_range(arguments, op.getConstants());
  auto call = func::CallOp::create(b, loc, op.getStep(),
                                   op.getStepType().getResults(), arguments);
  // Copied into the previous state, so that bufferization uses one buffer.
  SmallVector<Value> results;
  for (auto [next, state] :
       llvm::zip(call.getResults(), values.take_front(carried)))
    results.push_back(linalg::CopyOp::create(b, loc, next, state).getResult(0));
  for (auto [output, stack] : llvm::zip_equal(
           call.getResults().drop_front(carried), values.drop_front(carried)))
    results.push_back(writeSlice(b, loc, output, stack, position));
  return results;
}

void neo::convertScanToLoop(RewriterBase &rewriter, ScanOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  int64_t steps = op.getSteps();
  Value last = index(steps - 1);
  auto loop = scf::ForOp::create(
      rewriter, loc, index(0), index(steps), index(1), buildInits(rewriter, op),
      [&](OpBuilder &b, Location, Value trip, ValueRange values) {
        Value position = trip;
        if (op.getReverse())
          position = arith::SubIOp::create(b, loc, last, trip);
        scf::YieldOp::create(b, loc, buildStep(b, op, position, values));
      });
  rewriter.replaceOp(op, loop.getResults());
}
