//===- GPURegisterVerifier.cpp - Results that others hold -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a statement of a neo.kernel makes, the others read from registers, so
// the thread that reads an element has to be the one that made it: the loops of
// the result have the same splits in both schedules, and their lanes, warps and
// blocks are the same digits of the thread's number.
//
//     m[i]     max [j] x[i, j]   [0] = <warp 8>, <block 512>  [1] = <lane 32>
//     e[i, j]  exp(x - m)        [0] = <warp 8>, <block 512>  [1] = <lane 32>
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/GPUSchedule.h"

using namespace mlir;
using namespace neo;

/// The statement of the same kernel that makes operand `operand`, if one does.
static ComputeOp findMaker(ComputeOp op, unsigned operand) {
  if (!isa<KernelOp>(op->getParentOp()))
    return {};
  return op.getOperand(operand).getDefiningOp<ComputeOp>();
}

/// The axis of `schedule` that has `loop`.
static std::optional<size_t> findAxis(GPUScheduleAttr schedule, int64_t loop) {
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes()))
    if (llvm::is_contained(axis.getLoops(), loop))
      return number;
  return std::nullopt;
}

/// How many lanes, warps or blocks are between neighbours of axis `number`.
static int64_t getStride(GPUScheduleAttr schedule, size_t number,
                         GPUUnit unit) {
  int64_t stride = 1;
  for (GPUAxisAttr axis : schedule.getAxes().drop_front(number + 1))
    stride *= getSize(axis, unit);
  return stride;
}

/// The loops of `axis` that have several steps, in their order.
static SmallVector<int64_t> getWalkedLoops(ComputeOp op, GPUAxisAttr axis) {
  SmallVector<int64_t> extents = op.getExtents(), loops(axis.getLoops());
  llvm::erase_if(loops, [&](int64_t loop) { return extents[loop] == 1; });
  return loops;
}

namespace {
/// One operand, made by one statement and read by another one.
struct HeldOperand {
  ComputeOp maker, reader;
  AffineMap map;

  std::optional<int64_t> getLoop(int64_t dimension) const;
  bool isOneElement(int64_t dimension) const;
  bool hasSameThreads(int64_t dimension) const;
};
} // namespace

/// The loop of the reader that is dimension `dimension` of what is read.
std::optional<int64_t> HeldOperand::getLoop(int64_t dimension) const {
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(dimension));
  return loop ? std::optional<int64_t>(loop.getPosition()) : std::nullopt;
}

/// Is `dimension` of one step, for which no thread has more registers? Those of
/// an axis with longer loops are theirs.
bool HeldOperand::isOneElement(int64_t dimension) const {
  auto hasRegisters = [](ComputeOp op, std::optional<int64_t> loop) {
    GPUScheduleAttr schedule = getGPUSchedule(op);
    auto number = loop ? findAxis(schedule, *loop) : std::nullopt;
    if (!number)
      return false;
    GPUAxisAttr axis = schedule.getAxes()[*number];
    return getWalkedLoops(op, axis).empty() &&
           getSize(axis, GPUUnit::register_) * getSize(axis, GPUUnit::vector_) >
               1;
  };
  ComputeOp made = maker;
  return made.getExtents()[dimension] == 1 && !hasRegisters(maker, dimension) &&
         !hasRegisters(reader, getLoop(dimension));
}

bool HeldOperand::hasSameThreads(int64_t dimension) const {
  GPUScheduleAttr made = getGPUSchedule(maker), read = getGPUSchedule(reader);
  std::optional<int64_t> loop = getLoop(dimension);
  auto theirs = findAxis(made, dimension);
  auto own = loop ? findAxis(read, *loop) : std::nullopt;
  if (!theirs || !own)
    return false;
  GPUAxisAttr from = made.getAxes()[*theirs], to = read.getAxes()[*own];
  if (from.getSplits() != to.getSplits() || getSize(from, GPUUnit::step) > 1)
    return false;
  SmallVector<int64_t> loops = getWalkedLoops(maker, from);
  for (int64_t &each : loops)
    each = getLoop(each).value_or(-1);
  return loops == getWalkedLoops(reader, to) &&
         llvm::all_of(ArrayRef{GPUUnit::lane, GPUUnit::warp, GPUUnit::block},
                      [&](GPUUnit unit) {
                        return getStride(made, *theirs, unit) ==
                               getStride(read, *own, unit);
                      });
}

LogicalResult neo::verifyGPURegisters(ComputeOp op) {
  for (auto [operand, read] : llvm::enumerate(getGPUSchedule(op).getReads())) {
    ComputeOp maker = findMaker(op, operand);
    if (bool(maker) != (read.getSpace() == GPUSpace::registers))
      return refuseGPUSchedule(op)
             << "operand " << operand
             << (maker ? " is made by a statement of its kernel, and "
                         "read from registers alone"
                       : " is not made by a statement of its kernel, "
                         "and is not in registers");
    if (!maker)
      continue;
    HeldOperand held{maker, op, op.getMap(operand)};
    for (int64_t d = 0; d < int64_t(maker.getNumOutputLoops()); ++d)
      if (!held.isOneElement(d) && !held.hasSameThreads(d))
        return refuseGPUSchedule(op)
               << "operand " << operand
               << " is read by other threads than those that make "
                  "it: their loops have the same splits";
  }
  return success();
}
