//===- GPUFragmentVerifier.cpp - What tensor cores cannot follow ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUFragmentVerifier.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/SummedProducts.h"

using namespace mlir;
using namespace neo;

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

/// A term that `where` leaves out is 0 where a factor is read under it alone.
static bool isZeroWhereLeftOut(ComputeOp op) {
  return !op.getWhereSet() || needsWhere(op, 0) || needsWhere(op, 1);
}

static LogicalResult verifyProduct(ComputeOp op, int64_t mma) {
  if (!sumsProducts(op) || !isZeroWhereLeftOut(op))
    return refuseGPUSchedule(op)
           << "tensor cores add products of two factors, which are 0 "
              "where they are not read, and of every term";
  auto isFactor = [&](Value operand) {
    Type element = getElementTypeOrSelf(operand);
    return element == getElementTypeOrSelf(op.getOperand(0)) &&
           (mma == GPUMachine::getMmaTerms(4) ? element.isF32()
                                              : isHalf(element));
  };
  if (llvm::all_of(op.getOperands(), isFactor) &&
      getAccumulatorTypes(op).front().isF32())
    return success();
  return refuseGPUSchedule(op)
         << "tensor cores multiply two tensors of f16 or of bf16 (mma "
            "16), or of f32 as tf32 (mma 8), and add in f32";
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static bool startsWith(GPUAxisAttr axis,
                       ArrayRef<std::pair<GPUUnit, int64_t>> expected) {
  ArrayRef<GPUSplitAttr> splits = axis.getSplits();
  return splits.size() >= expected.size() &&
         llvm::all_of(llvm::zip(splits, expected), [](auto both) {
           auto [split, want] = both;
           return split.getUnit() == want.first &&
                  split.getSize() == want.second;
         });
}

/// Do the steps of a warp lie together?
static bool areTogether(GPUAxisAttr axis) {
  bool isBehind = false;
  for (GPUSplitAttr split : axis.getSplits()) {
    bool isOfWarp = split.getUnit() == GPUUnit::vector_ ||
                    split.getUnit() == GPUUnit::lane ||
                    split.getUnit() == GPUUnit::register_;
    if (isBehind && isOfWarp && split.getSize() > 1)
      return false;
    isBehind |= !isOfWarp && split.getSize() > 1;
  }
  return true;
}

static LogicalResult verifyAxes(ComputeOp op, GPUScheduleAttr schedule) {
  ArrayRef<GPUAxisAttr> axes = schedule.getAxes();
  auto registers = [](GPUAxisAttr axis) {
    return getSize(axis, {GPUUnit::vector_, GPUUnit::register_});
  };
  if (axes.size() < 3)
    return refuseGPUSchedule(op)
           << "tensor cores want axes of rows, columns and terms";
  GPUAxisAttr rows = axes[axes.size() - 3], columns = axes[axes.size() - 2];
  if (!startsWith(rows, {{GPUUnit::lane, 8}}) || registers(rows) % 2 != 0)
    return refuseGPUSchedule(op)
           << "rows of fragments begin with 8 lanes and have an even "
              "number of registers";
  if (!startsWith(columns, {{GPUUnit::vector_, 2}, {GPUUnit::lane, 4}}) ||
      registers(columns) % 4 != 0)
    return refuseGPUSchedule(op)
           << "columns of fragments begin with vectors of 2 and 4 "
              "lanes, and have a multiple of 4 in registers";
  for (GPUAxisAttr side : {rows, columns})
    if (!areTogether(side))
      return refuseGPUSchedule(op)
             << "lanes and registers of fragments are the innermost "
                "splits of rows and columns, before warps";
  if (getSize(axes.back(), {GPUUnit::lane, GPUUnit::warp}) > 1)
    return refuseGPUSchedule(op)
           << "lanes and warps do not share the terms of tensor "
              "cores";
  if (llvm::any_of(axes.drop_back(3),
                   [&](GPUAxisAttr axis) { return registers(axis) > 1; }))
    return refuseGPUSchedule(op)
           << "of tensor cores, rows and columns alone have "
              "several registers";
  if (registers(axes.back()) % schedule.getMma() != 0)
    return refuseGPUSchedule(op)
           << "a step has " << registers(axes.back())
           << " terms, no multiple of " << schedule.getMma();
  return success();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Words that ldmatrix would have to transpose are loaded one by one.
static bool isLoadedByMatrices(ComputeOp op, unsigned operand,
                               GPUWindowAttr window, int64_t terms) {
  return getElementBytes(op.getOperandType(operand)) < GPUMachine::bankBytes ||
         window.getAlong() == terms;
}

static LogicalResult verifyRows(ComputeOp op, unsigned operand,
                                GPUWindowAttr window, int64_t terms) {
  if (!isLoadedByMatrices(op, operand, window, terms))
    return success();
  int64_t bytes = getElementBytes(op.getOperandType(operand));
  SmallVector<int64_t> distances = {window.getApart()};
  for (auto [axis, pitch] :
       llvm::zip_equal(window.getAxes(), window.getPitches()))
    if (axis != window.getAlong())
      distances.push_back(pitch);
    else if (pitch != 1)
      return refuseGPUSchedule(op)
             << "ldmatrix wants elements of a row one after another, "
                "and those of operand "
             << operand << " are " << pitch << " apart";
  for (int64_t distance : distances)
    if (distance * bytes % GPUMachine::maxAccessBytes != 0)
      return refuseGPUSchedule(op)
             << "ldmatrix wants rows at multiples of 16 bytes, and "
                "those of operand "
             << operand << " are " << distance * bytes << " bytes apart";
  return success();
}

/// One operand has rows and terms, the other one columns and terms.
static LogicalResult verifyWindows(ComputeOp op, GPUScheduleAttr schedule) {
  int64_t terms = int64_t(schedule.getAxes().size()) - 1;
  SmallVector<int64_t> sides;
  for (auto [operand, read] : llvm::enumerate(schedule.getReads())) {
    GPUWindowAttr window = read.getWindow();
    if (!window)
      return refuseGPUSchedule(op)
             << "tensor cores read from shared memory alone";
    SmallVector<int64_t> axes(window.getAxes());
    llvm::sort(axes);
    if (axes.size() != 2 || axes.back() != terms)
      return refuseGPUSchedule(op)
             << "a window that fragments are loaded from has two "
                "axes, one of them that of the terms";
    sides.push_back(axes.front());
    if (failed(verifyRows(op, operand, window, terms)))
      return failure();
  }
  llvm::sort(sides);
  if (ArrayRef<int64_t>(sides) == ArrayRef<int64_t>{terms - 2, terms - 1})
    return success();
  return refuseGPUSchedule(op)
         << "tensor cores multiply a window of rows by one of columns";
}

LogicalResult neo::verifyGPUFragments(ComputeOp op, GPUScheduleAttr schedule) {
  if (schedule.getMma() == 0)
    return success();
  return success(succeeded(verifyProduct(op, schedule.getMma())) &&
                 succeeded(verifyAxes(op, schedule)) &&
                 succeeded(verifyWindows(op, schedule)));
}
