//===- GPUWindowVerifier.cpp - Windows that cannot be followed ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUWindowVerifier.h"

#include "Neo/Dialect/ElementBytes.h"

using namespace mlir;
using namespace neo;

namespace {
/// One window, and what it is of.
struct PlacedWindow {
  ComputeOp op;
  GPUScheduleAttr schedule;
  GPUAccessAttr access;
  GPUWindowAttr window;
  RankedTensorType type;
  /// "operand 1", or "the result".
  std::string name;

  InFlightDiagnostic refuse() {
    return op.emitError("this neo.gpu schedule cannot be followed: the window "
                        "of ")
           << name << " ";
  }
  int64_t getSteps(int64_t axis) const {
    return getWindowSteps(schedule.getAxes()[axis]);
  }
  LogicalResult verifyPlaces();
  LogicalResult verifyAccesses();
  LogicalResult verifyAxes(llvm::function_ref<bool(GPUAxisAttr)> has);
};
} // namespace

/// Rows do not overlap, and all places are within the block's memory.
LogicalResult PlacedWindow::verifyPlaces() {
  int64_t covered = 1;
  for (size_t i = window.getAxes().size(); i-- > 0;) {
    int64_t pitch = window.getPitches()[i];
    if (pitch < covered)
      return refuse() << "has " << covered << " elements between steps of axis "
                      << window.getAxes()[i] << ", but a pitch of " << pitch;
    covered += (getSteps(window.getAxes()[i]) - 1) * pitch;
  }
  if (covered > window.getApart())
    return refuse() << "has " << covered << " elements, and its copies are "
                    << window.getApart() << " apart";
  // Behind the last copy there may be those of other windows.
  int64_t elements = window.getApart() * (window.getCopies() - 1) + covered;
  int64_t end = window.getOffset() + elements * getElementBytes(type);
  if (end > schedule.getShared())
    return refuse() << "ends at byte " << end
                    << " of shared memory; the block has "
                    << schedule.getShared();
  return success();
}

/// Accesses of those who copy, and of those who compute, are aligned.
LogicalResult PlacedWindow::verifyAccesses() {
  int64_t bytes = getElementBytes(type);
  if (window.getOffset() % GPUMachine::maxAccessBytes != 0)
    return refuse() << "begins at byte " << window.getOffset()
                    << ", no multiple of " << GPUMachine::maxAccessBytes;
  for (int64_t vector : {window.getVector(), access.getVector()}) {
    if (vector * bytes > GPUMachine::maxAccessBytes)
      return refuse() << "is accessed by " << vector * bytes
                      << " bytes; the widest access has "
                      << GPUMachine::maxAccessBytes;
    bool isAligned = window.getApart() % vector == 0 &&
                     getSteps(window.getAlong()) % vector == 0;
    for (auto [axis, pitch] :
         llvm::zip_equal(window.getAxes(), window.getPitches()))
      isAligned &= axis == window.getAlong() ? vector == 1 || pitch == 1
                                             : pitch % vector == 0;
    if (!isAligned)
      return refuse() << "has rows that accesses of " << vector
                      << " elements do not stay aligned in";
  }
  if (access.getVector() > 1 && access.getAlong() != window.getAlong())
    return refuse() << "is accessed along axis " << access.getAlong()
                    << ", but lies along axis " << window.getAlong();
  return success();
}

/// The window has each axis that its tensor depends on, once.
LogicalResult
PlacedWindow::verifyAxes(llvm::function_ref<bool(GPUAxisAttr)> has) {
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    int64_t uses = llvm::count(window.getAxes(), int64_t(number));
    if (uses > 1)
      return refuse() << "has axis " << number << " " << uses << " times";
    if (uses == 0 && getWindowSteps(axis) > 1 && has(axis))
      return refuse() << "lacks axis " << number;
  }
  return success();
}

/// Windows are copied step by step of one loop, that of the terms.
static LogicalResult verifySteps(ComputeOp op, GPUScheduleAttr schedule) {
  unsigned loops = 0;
  bool hasOutputSteps = false;
  for (GPUAxisAttr axis : schedule.getAxes())
    for (GPUSplitAttr split : axis.getSplits())
      if (split.getUnit() == GPUUnit::step && split.getSize() > 1) {
        ++loops;
        hasOutputSteps |= !isReduced(op, axis);
      }
  if (loops > 1 || hasOutputSteps)
    return op.emitError("this neo.gpu schedule cannot be followed: windows are "
                        "copied in the steps of one axis, that of the terms");
  return success();
}

LogicalResult neo::verifyGPUWindows(ComputeOp op, GPUScheduleAttr schedule) {
  SmallVector<GPUWindowAttr> windows;
  SmallVector<int64_t> bytesApart;
  auto verify = [&](GPUAccessAttr access, RankedTensorType type,
                    const Twine &name,
                    llvm::function_ref<bool(GPUAxisAttr)> has) {
    if (!access.getWindow())
      return success();
    windows.push_back(access.getWindow());
    bytesApart.push_back(access.getWindow().getApart() * getElementBytes(type));
    PlacedWindow placed{op,   schedule,  access, access.getWindow(),
                        type, name.str()};
    return success(succeeded(placed.verifyAxes(has)) &&
                   succeeded(placed.verifyPlaces()) &&
                   succeeded(placed.verifyAccesses()));
  };
  for (unsigned i = 0; i < schedule.getReads().size(); ++i)
    if (failed(verify(schedule.getReads()[i], op.getOperandType(i),
                      "operand " + Twine(i), [&](GPUAxisAttr axis) {
                        return dependsOnAnyLoop(op, i, axis.getLoops()) ||
                               (needsWhere(op, i) &&
                                isAskedFor(op, axis.getLoops()));
                      })))
      return failure();
  bool isStaged = !windows.empty();
  if (isStaged && !llvm::all_equal(llvm::map_range(
                      windows, [](auto window) { return window.getCopies(); })))
    return op.emitError("this neo.gpu schedule cannot be followed: all windows "
                        "of operands have as many copies");
  if (isStaged && windows.front().getCopies() > 1 &&
      !llvm::all_equal(bytesApart))
    return op.emitError("this neo.gpu schedule cannot be followed: the copies "
                        "of all windows of operands are as many bytes apart");
  // Threads of an axis without loops are idle: they hold no element.
  auto hasElements = [&](GPUAxisAttr axis) {
    return !axis.getLoops().empty() && !isReduced(op, axis);
  };
  if (failed(
          verify(schedule.getWrite(), op.getType(), "the result", hasElements)))
    return failure();
  return windows.empty() ? success() : verifySteps(op, schedule);
}
