//===- AccessVerifier.cpp - Accesses that are not proven ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/AccessVerifier.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

using namespace mlir;
using namespace neo;

/// The axes as those see them who move a window: an access has the innermost
/// steps of one, threads and registers the others.
static SmallVector<GPUAxisAttr> getMovedAxes(GPUScheduleAttr schedule,
                                             GPUWindowAttr window) {
  MLIRContext *context = schedule.getContext();
  SmallVector<GPUAxisAttr> axes;
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    int64_t width =
        int64_t(number) == window.getAlong() ? window.getVector() : 1;
    SmallVector<GPUSplitAttr> splits = {
        GPUSplitAttr::get(context, GPUUnit::vector_, width),
        GPUSplitAttr::get(context, GPUUnit::register_,
                          getWindowSteps(axis) / width)};
    for (GPUSplitAttr split : axis.getSplits())
      if (split.getUnit() == GPUUnit::step || split.getUnit() == GPUUnit::block)
        splits.push_back(split);
    axes.push_back(GPUAxisAttr::get(context, axis.getLoops(), splits));
  }
  return axes;
}

namespace {
/// The accesses of one tensor in device memory.
class MovedTensor {
public:
  MovedTensor(ComputeOp op, GPUScheduleAttr schedule, GPUAccessAttr access,
              const Twine &name)
      : op(op), access(access), window(access.getWindow()),
        space(op, window ? getMovedAxes(schedule, window)
                         : SmallVector<GPUAxisAttr>(schedule.getAxes())),
        width(window ? window.getVector() : access.getVector()),
        along(window ? window.getAlong() : access.getAlong()),
        name(name.str()) {}

  LogicalResult verifyWidth(AffineMap map, RankedTensorType type);
  LogicalResult verifyGuard(IntegerSet guard);
  LogicalResult verifyWhere(IntegerSet where);

private:
  InFlightDiagnostic refuse() { return refuseGPUSchedule(op) << name; }
  /// How a schedule says the width.
  StringRef getWord() { return window ? "copy" : "vector"; }

  ComputeOp op;
  GPUAccessAttr access;
  GPUWindowAttr window;
  AxisSpace space;
  int64_t width, along;
  std::string name;
};
} // namespace

LogicalResult MovedTensor::verifyWidth(AffineMap map, RankedTensorType type) {
  if (width == 1)
    return success();
  int64_t proven =
      getContiguousWidth(space, space.getAddress(map, type), along, width);
  if (proven == width)
    return success();
  return refuse() << " is moved " << width << " elements at once along axis "
                  << along << ", and no more than " << proven
                  << " are proven to be contiguous and aligned: say "
                  << getWord() << " " << proven;
}

/// Edges are asked for, too, so that a constraint need only hold for the steps
/// that there are.
LogicalResult MovedTensor::verifyGuard(IntegerSet guard) {
  for (int64_t number : getOpenConstraints(space, guard)) {
    AffineExpr constraint = guard.getConstraint(number);
    auto range = getInterval(constraint, op.getExtents());
    if (range && range->low >= 0 && (!guard.isEq(number) || range->high == 0))
      continue;
    if (!llvm::is_contained(access.getGuards(), number))
      return refuse() << " is read without asking for constraint " << number
                      << " of its guard, which need not hold: add it to the "
                         "list of the guard";
    if (width > 1 &&
        !holdsAlike(space, guard, number, *space.getInnermost(along), width))
      return refuse() << " is moved " << width << " elements at once, and "
                      << "constraint " << number
                      << " of its guard may hold for a part of them: say "
                      << getWord() << " 1";
  }
  return success();
}

LogicalResult MovedTensor::verifyWhere(IntegerSet where) {
  if (width == 1 ||
      allHoldAlike(space, where, *space.getInnermost(along), width))
    return success();
  return refuse() << " is moved " << width
                  << " elements at once, and where may hold for a part of "
                     "them: say "
                  << getWord() << " 1";
}

LogicalResult neo::verifyGPUAccesses(ComputeOp op, GPUScheduleAttr schedule) {
  for (auto [i, read] : llvm::enumerate(schedule.getReads())) {
    if (read.getSpace() == GPUSpace::registers)
      continue;
    MovedTensor tensor(op, schedule, read, "operand " + Twine(i));
    IntegerSet guard = op.getGuard(i);
    if (failed(tensor.verifyWidth(op.getMap(i), op.getOperandType(i))) ||
        (guard && failed(tensor.verifyGuard(guard))) ||
        (needsWhere(op, i) && failed(tensor.verifyWhere(op.getWhereSet()))))
      return failure();
  }
  MovedTensor result(op, schedule, schedule.getWrite(), "the result");
  AffineMap identity = AffineMap::getMultiDimIdentityMap(op.getNumOutputLoops(),
                                                         op.getContext());
  return result.verifyWidth(identity, op.getType());
}
