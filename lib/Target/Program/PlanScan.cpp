//===- PlanScan.cpp - Loops over time in a plan ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlanBuilder.h"

using namespace mlir;
using namespace neo;

/// Slice by slice of a stack with one slice per step.
static Slice walkStack(ScanOp op, int base, int loop) {
  int64_t steps = op.getSteps();
  if (op.getReverse())
    return {base, loop, steps - 1, -1, std::max<int64_t>(steps, 1)};
  return {base, loop, 0, 1, std::max<int64_t>(steps, 1)};
}

/// Makes the buffers that live longer than a trip, and the loop.
PlanBuilder::OpenScan PlanBuilder::openScan(ScanOp op, Frame &frame) {
  OpenScan scan{op, op.lookupStep(), 0, {}, {}, 0};
  for (Value state : op.getCarry()) {
    Size size = sizeOf(state);
    int ring = addBuffer(size.times(2), BufferKind::Temporary);
    addCopy(frame.lookup(state), ring, size);
    scan.rings.push_back(ring);
  }
  for (Value stack : op.getStacks()) {
    frame[stack] = addBuffer(stack, BufferKind::Temporary);
    scan.stacks.push_back(frame.lookup(stack));
  }
  scan.loop = plan.loops.size();
  plan.loops.push_back({plan.launches.size(), 0, int64_t(op.getSteps()), 0});
  return scan;
}

/// The buffers of the step's arguments: the rings' places of this trip, slices
/// of the stacks, and the constants as they are.
PlanBuilder::Frame PlanBuilder::bindArguments(const OpenScan &scan,
                                              const Frame &outside) {
  Frame inside;
  ScanOp op = scan.op;
  func::FuncOp step = scan.step;
  unsigned argument = 0;
  auto bind = [&](Slice slice) {
    Value value = step.getArgument(argument++);
    inside[value] = addSlice(sizeOf(value), slice);
  };
  for (int ring : scan.rings)
    bind({ring, scan.loop, 0, 1, 2});
  for (Value stack : op.getOver())
    bind(walkStack(op, outside.lookup(stack), scan.loop));
  for (Value constant : op.getConstants())
    inside[step.getArgument(argument++)] = outside.lookup(constant);
  return inside;
}

/// What a launch of the step wrote into a temporary it writes to its place in a
/// ring or stack instead, once; anything else is copied there.
void PlanBuilder::bindResults(const OpenScan &scan, const Frame &inside) {
  func::FuncOp step = scan.step;
  struct Copied {
    int from, to;
    Size size;
  };
  SmallVector<Copied> copies;
  for (auto [i, value] :
       llvm::enumerate(step.front().getTerminator()->getOperands())) {
    Slice place =
        i < scan.rings.size()
            ? Slice{scan.rings[i], scan.loop, 1, 1, 2}
            : walkStack(scan.op, scan.stacks[i - scan.rings.size()], scan.loop);
    int buffer = inside.lookup(value);
    BufferSpec &spec = plan.buffers[buffer];
    if (buffer >= scan.firstInside && spec.kind == BufferKind::Temporary) {
      spec.kind = BufferKind::Slice;
      spec.slice = place;
    } else {
      Size size = sizeOf(value);
      copies.push_back({buffer, addSlice(size, place), size});
    }
  }
  for (const Copied &copy : copies)
    addCopy(copy.from, copy.to, copy.size);
}

/// The last state is in the place that one more trip would read.
void PlanBuilder::closeScan(const OpenScan &scan, Frame &frame) {
  ScanOp op = scan.op;
  plan.loops[scan.loop].end = plan.launches.size();
  plan.loops[scan.loop].next = plan.loops.size();
  for (auto [ring, state] : llvm::zip_equal(scan.rings, op.getFinalState()))
    frame[state] =
        addSlice(sizeOf(state), {ring, -1, int64_t(op.getSteps() % 2), 0, 2});
}

llvm::Error PlanBuilder::addScan(ScanOp op, Frame &frame) {
  OpenScan scan = openScan(op, frame);
  Frame inside = bindArguments(scan, frame);
  scan.firstInside = plan.buffers.size();
  if (llvm::Error error = addBody(scan.step, inside))
    return error;
  bindResults(scan, inside);
  closeScan(scan, frame);
  return llvm::Error::success();
}
