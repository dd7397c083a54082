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
    return refuseGPUSchedule(op) << "the window of " << name << " ";
  }
  int64_t getSteps(int64_t axis) const {
    return getWindowSteps(schedule.getAxes()[axis]);
  }
  int64_t getBytesApart() const {
    return window.getApart() * getElementBytes(type);
  }
  int64_t countBytes() const;
  bool overlaps(const PlacedWindow &other) const;
  LogicalResult verifyPlaces();
  LogicalResult verifyAccesses();
  LogicalResult verifyAxes(llvm::function_ref<bool(GPUAxisAttr)> has);
  LogicalResult verifyOrder();
  LogicalResult verifyInterleave();
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
    // What is more than the shared memory is not added up any further.
    if (covered > window.getApart())
      return refuse() << "has " << covered << " elements, and its copies are "
                      << window.getApart() << " apart";
  }
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
  // Who copies is at no step of an axis that the window does not have.
  for (int64_t edge : access.getEdges())
    if (!llvm::is_contained(window.getAxes(), edge) && getSteps(edge) > 1)
      return refuse() << "has no axis " << edge
                      << ", whose edge its copies are to ask for";
  return success();
}

/// The steps of a window are the innermost of its axes: what is copied next is
/// behind them.
LogicalResult PlacedWindow::verifyOrder() {
  for (int64_t axis : window.getAxes()) {
    bool isBehind = false;
    for (GPUSplitAttr split : schedule.getAxes()[axis].getSplits()) {
      bool isOutside =
          split.getUnit() == GPUUnit::step || split.getUnit() == GPUUnit::block;
      if (isBehind && !isOutside && split.getSize() > 1)
        return refuse() << "has axis " << axis << ", where "
                        << stringifyGPUUnit(split.getUnit())
                        << " stands behind steps or blocks";
      isBehind |= isOutside && split.getSize() > 1;
    }
  }
  return success();
}

/// Rows that neighbouring lanes copy are as far apart as there are groups.
LogicalResult PlacedWindow::verifyInterleave() {
  int64_t interleave = window.getInterleave();
  for (int64_t axis : llvm::reverse(window.getAxes())) {
    if (axis == window.getAlong())
      continue;
    if (getSteps(axis) % interleave == 0)
      return success();
    return refuse() << "has " << getSteps(axis) << " steps of axis " << axis
                    << ", which are not copied " << interleave << " apart";
  }
  if (interleave == 1)
    return success();
  return refuse() << "has one axis: there is nothing to interleave";
}

/// Bytes from the first element of a copy to behind the last one.
int64_t PlacedWindow::countBytes() const {
  int64_t covered = 1;
  for (auto [axis, pitch] :
       llvm::zip_equal(window.getAxes(), window.getPitches()))
    covered += (getSteps(axis) - 1) * pitch;
  return covered * getElementBytes(type);
}

/// Has any copy a byte of any copy of `other`, which has as many, as far apart?
bool PlacedWindow::overlaps(const PlacedWindow &other) const {
  GPUWindowAttr theirs = other.window;
  int64_t begin = window.getOffset(), turns = window.getCopies() - 1;
  for (int64_t turn = -turns; turn <= turns; ++turn) {
    int64_t from = theirs.getOffset() + turn * getBytesApart();
    if (from < begin + countBytes() && begin < from + other.countBytes())
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// All windows of a schedule
//===----------------------------------------------------------------------===//

/// Windows are copied step by step of one loop, that of the terms.
static LogicalResult verifySteps(ComputeOp op, GPUScheduleAttr schedule) {
  unsigned loops = 0;
  bool hasOutputSteps = false;
  for (GPUAxisAttr axis : schedule.getAxes())
    for (GPUSplitAttr split : axis.getSplits())
      if (split.getUnit() == GPUUnit::step) {
        loops += isReduced(op, axis);
        hasOutputSteps |= !isReduced(op, axis) && split.getSize() > 1;
      }
  if (loops > 1 || hasOutputSteps)
    return refuseGPUSchedule(op)
           << "windows are copied in the steps of one axis, that of "
              "the terms";
  return success();
}

/// The copies of operands are made step by step, in turn, and do not meet.
static LogicalResult verifyTurns(ComputeOp op, ArrayRef<PlacedWindow> windows) {
  auto haveEqual = [&](auto get) {
    return llvm::all_equal(llvm::map_range(windows, get));
  };
  if (!haveEqual([](PlacedWindow it) { return it.window.getCopies(); }))
    return refuseGPUSchedule(op)
           << "all windows of operands have as many copies";
  int64_t copies = windows.empty() ? 0 : windows.front().window.getCopies();
  if (copies > 1 &&
      !haveEqual([](PlacedWindow it) { return it.getBytesApart(); }))
    return refuseGPUSchedule(op)
           << "the copies of all windows of operands are as many "
              "bytes apart";
  if (copies == 1 && op.getNumReductionLoops() > 0)
    return refuseGPUSchedule(op)
           << "windows of operands have 2 copies or more, not 1: "
              "one is read while the next one is made";
  for (auto [i, window] : llvm::enumerate(windows))
    for (const PlacedWindow &other : windows.drop_front(i + 1))
      if (window.overlaps(other))
        return refuseGPUSchedule(op)
               << "the windows of " << window.name << " and " << other.name
               << " share bytes of shared memory";
  return success();
}

/// Has `axis` steps of the result? Threads of an axis without loops are idle.
static bool hasResults(ComputeOp op, GPUAxisAttr axis) {
  return !axis.getLoops().empty() && !isReduced(op, axis);
}

/// One place holds one element: there are no axes along which it is the same.
static LogicalResult verifyResultAxes(PlacedWindow result) {
  for (int64_t axis : result.window.getAxes())
    if (!hasResults(result.op, result.schedule.getAxes()[axis]))
      return result.refuse()
             << "has axis " << axis << ", which is none of output loops";
  return success();
}

LogicalResult neo::verifyGPUWindows(ComputeOp op, GPUScheduleAttr schedule) {
  auto verify = [](PlacedWindow placed,
                   llvm::function_ref<bool(GPUAxisAttr)> has) {
    return success(succeeded(placed.verifyAxes(has)) &&
                   succeeded(placed.verifyOrder()) &&
                   succeeded(placed.verifyPlaces()) &&
                   succeeded(placed.verifyAccesses()) &&
                   succeeded(placed.verifyInterleave()));
  };
  SmallVector<PlacedWindow> windows;
  for (auto [i, read] : llvm::enumerate(schedule.getReads())) {
    if (!read.getWindow())
      continue;
    windows.push_back({op, schedule, read, read.getWindow(),
                       op.getOperandType(i), ("operand " + Twine(i)).str()});
    auto has = [&, operand = i](GPUAxisAttr axis) {
      return dependsOnAnyLoop(op, operand, axis.getLoops()) ||
             (needsWhere(op, operand) && isAskedFor(op, axis.getLoops()));
    };
    if (failed(verify(windows.back(), has)))
      return failure();
  }
  if (failed(verifyTurns(op, windows)))
    return failure();
  GPUAccessAttr write = schedule.getWrite();
  if (!write.getWindow())
    return windows.empty() ? success() : verifySteps(op, schedule);
  PlacedWindow result{op,           schedule,    write, write.getWindow(),
                      op.getType(), "the result"};
  auto has = [&](GPUAxisAttr axis) { return hasResults(op, axis); };
  if (failed(verify(result, has)) || failed(verifyResultAxes(result)))
    return failure();
  return verifySteps(op, schedule);
}
