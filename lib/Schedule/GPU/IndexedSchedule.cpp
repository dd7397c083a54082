//===- IndexedSchedule.cpp - Indices that are data, on a GPU --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/IndexedSchedule.h"

#include "Neo/Schedule/GPU/ChooseSchedule.h"
#include "Neo/Schedule/GPU/ScatterLists.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace neo;

constexpr int64_t usualThreads = usualWarps * warpLanes;

static int64_t countBlocks(int64_t threads) {
  return llvm::divideCeil(threads, usualThreads);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// Rows of a bucket, so many that a list has a few points. Those are taken to
/// cost a thread as much as its first one; neither number was measured.
static int64_t chooseBucketRows(const ScatterLists &lists) {
  constexpr int64_t usualPoints = 4, mostRows = 64;
  int64_t rows = llvm::product_of(lists.rowShape);
  return std::clamp<int64_t>(
      rows * usualPoints / std::max<int64_t>(lists.points, 1), 1, mostRows);
}

/// Do lists cost less than a search by each of `elements`? Fewer points than a
/// warp has lanes are not worth two more launches, and where there is one row,
/// every point is in it.
static bool pay(const ScatterLists &lists, int64_t elements) {
  int64_t threads =
      llvm::product_of(lists.firstShape) + llvm::product_of(lists.nextShape);
  return lists.points >= warpLanes && !lists.dims.empty() &&
         2 * threads <= elements &&
         threads < std::numeric_limits<int32_t>::max();
}

static GPUListsAttr chooseLists(ScatterAddOp op) {
  IndexedAccess access = IndexedAccess::get(op);
  ScatterLists lists(access, chooseBucketRows(ScatterLists(access, 1)));
  if (!pay(lists, op.getType().getNumElements()))
    return {};
  return GPUListsAttr::get(op.getContext(), lists.bucketRows,
                           countBlocks(llvm::product_of(lists.firstShape)),
                           countBlocks(llvm::product_of(lists.nextShape)));
}

static GPUIndexedScheduleAttr make(Operation *op, int64_t elements,
                                   const GPUMachine &machine,
                                   GPUListsAttr lists) {
  auto refuse = [&] {
    return op->emitError("is too large for one kernel of a GPU, compute it in "
                         "parts: ");
  };
  return GPUIndexedScheduleAttr::getChecked(refuse, op->getContext(),
                                            machine.chip, countBlocks(elements),
                                            usualThreads, lists);
}

GPUIndexedScheduleAttr neo::chooseIndexedSchedule(GatherOp op,
                                                  const GPUMachine &machine) {
  return make(op, op.getType().getNumElements(), machine, {});
}

GPUIndexedScheduleAttr neo::chooseIndexedSchedule(ScatterAddOp op,
                                                  const GPUMachine &machine) {
  return make(op, op.getType().getNumElements(), machine, chooseLists(op));
}

//===----------------------------------------------------------------------===//
// What does not fit an operator
//===----------------------------------------------------------------------===//

/// The blocks are those that `elements` need, no fewer and no more.
static LogicalResult verifyBlocks(Operation *op, int64_t blocks,
                                  int64_t threads, int64_t elements,
                                  const Twine &what) {
  int64_t needed = llvm::divideCeil(elements, threads);
  if (blocks == needed)
    return success();
  return refuseGPUSchedule(op)
         << what << " is made by " << needed << " blocks of " << threads
         << " threads, not by " << blocks;
}

static GPUIndexedScheduleAttr find(Operation *op, int64_t elements) {
  auto schedule =
      op->getAttrOfType<GPUIndexedScheduleAttr>(gpuScheduleAttrName);
  if (!schedule) {
    refuseUnscheduled(op);
    return {};
  }
  if (!findSaidMachine(op->getParentOfType<ModuleOp>(), schedule.getChip()) ||
      failed(verifyBlocks(op, schedule.getBlocks(), schedule.getThreads(),
                          elements, "the result")))
    return {};
  return schedule;
}

static LogicalResult verifyLists(ScatterAddOp op,
                                 GPUIndexedScheduleAttr schedule) {
  GPUListsAttr given = schedule.getLists();
  ScatterLists lists(IndexedAccess::get(op), given.getRows());
  int64_t first = llvm::product_of(lists.firstShape),
          next = llvm::product_of(lists.nextShape);
  if (lists.dims.empty())
    return refuseGPUSchedule(op)
           << "every index is a loop, so that no row is searched for: leave "
              "'lists' out";
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (first + next >= most)
    return refuseGPUSchedule(op)
           << "lists have fewer than " << most << " places, not "
           << first + next << ": leave 'lists' out";
  return success(
      succeeded(verifyBlocks(op, given.getFirst(), schedule.getThreads(), first,
                             "the first point of each bucket")) &&
      succeeded(verifyBlocks(op, given.getNext(), schedule.getThreads(), next,
                             "the next of each point")));
}

GPUIndexedScheduleAttr neo::getFittingSchedule(GatherOp op) {
  GPUIndexedScheduleAttr schedule = find(op, op.getType().getNumElements());
  if (!schedule || !schedule.getLists())
    return schedule;
  refuseGPUSchedule(op) << "a gather has no lists";
  return {};
}

GPUIndexedScheduleAttr neo::getFittingSchedule(ScatterAddOp op) {
  GPUIndexedScheduleAttr schedule = find(op, op.getType().getNumElements());
  if (!schedule || !schedule.getLists() || succeeded(verifyLists(op, schedule)))
    return schedule;
  return {};
}
