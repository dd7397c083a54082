//===- GPUSchedule.cpp - How an operator runs on a GPU --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/GPUSchedule.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/Positions.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

#include "Neo/Dialect/NeoGPUEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Neo/Dialect/NeoGPUAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "Neo/Dialect/NeoGPUOps.cpp.inc"

void NeoDialect::registerGPUAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Neo/Dialect/NeoGPUAttrs.cpp.inc"
      >();
}

void NeoDialect::registerGPUOperations() { addOperations<GPULaunchOp>(); }

int64_t neo::getSize(GPUAxisAttr axis, ArrayRef<GPUUnit> units) {
  int64_t size = 1;
  for (GPUSplitAttr split : axis.getSplits())
    if (llvm::is_contained(units, split.getUnit()))
      size *= split.getSize();
  return size;
}

int64_t neo::getWindowSteps(GPUAxisAttr axis) {
  return getSize(axis, {GPUUnit::vector_, GPUUnit::register_, GPUUnit::lane,
                        GPUUnit::warp});
}

GPUScheduleAttr neo::getGPUSchedule(ComputeOp op) {
  return op->getAttrOfType<GPUScheduleAttr>(gpuScheduleAttrName);
}

bool neo::hasWindows(GPUScheduleAttr schedule) {
  return llvm::any_of(schedule.getReads(), [](GPUAccessAttr read) {
    return bool(read.getWindow());
  });
}

int64_t neo::countProductGroups(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                                int64_t mma) {
  // The last group of tensor cores is multiplied behind the barrier.
  if (mma)
    return std::max<int64_t>(getWindowSteps(axes.back()) / mma - 1, 1);
  int64_t terms = 1;
  for (GPUAxisAttr axis : axes)
    if (isReduced(op, axis))
      terms *= getSize(axis, {GPUUnit::vector_, GPUUnit::register_});
  return terms;
}

bool neo::isReduced(ComputeOp op, GPUAxisAttr axis) {
  return !axis.getLoops().empty() &&
         axis.getLoops().front() >= int64_t(op.getNumOutputLoops());
}

bool neo::dependsOnLoop(ComputeOp op, unsigned operand, unsigned loop) {
  auto isAsked = [&](AffineExpr expr) { return expr.isFunctionOfDim(loop); };
  if (llvm::any_of(op.getMap(operand).getResults(), isAsked))
    return true;
  IntegerSet guard = op.getGuard(operand);
  return guard && llvm::any_of(guard.getConstraints(), isAsked);
}

bool neo::dependsOnAnyLoop(ComputeOp op, unsigned operand,
                           ArrayRef<int64_t> loops) {
  return llvm::any_of(
      loops, [&](int64_t loop) { return dependsOnLoop(op, operand, loop); });
}

bool neo::needsWhere(ComputeOp op, unsigned operand) {
  if (!op.getWhereSet() || op.getGuard(operand))
    return bool(op.getWhereSet());
  SmallVector<int64_t> extents = op.getExtents();
  if (llvm::is_contained(extents, 0))
    return true;
  auto isInside = [&](auto both) {
    auto [index, size] = both;
    auto range = getInterval(index, extents);
    return range && range->low >= 0 && range->high < size;
  };
  return !llvm::all_of(llvm::zip(op.getMap(operand).getResults(),
                                 op.getOperandType(operand).getShape()),
                       isInside);
}

bool neo::isAskedFor(ComputeOp op, ArrayRef<int64_t> loops) {
  IntegerSet where = op.getWhereSet();
  return where && llvm::any_of(loops, [&](int64_t loop) {
           return llvm::any_of(where.getConstraints(), [&](AffineExpr asked) {
             return asked.isFunctionOfDim(loop);
           });
         });
}

int64_t neo::getExtent(ComputeOp op, GPUAxisAttr axis) {
  SmallVector<int64_t> extents = op.getExtents();
  int64_t steps = 1;
  for (int64_t loop : axis.getLoops())
    steps *= extents[loop];
  return steps;
}

SmallVector<Type> neo::getAccumulatorTypes(ComputeOp op) {
  Type type = op.getYielded().getType();
  bool adds =
      op.getKind() == ReductionKind::sum || op.getKind() == ReductionKind::prod;
  SmallVector<Type> types = {adds ? getSumElement(type) : type};
  if (findsPosition(op.getKind()))
    types.push_back(IntegerType::get(op.getContext(), 64));
  return types;
}

InFlightDiagnostic neo::refuseGPUSchedule(Operation *op) {
  return op->emitError("this neo.gpu schedule cannot be followed: ");
}

InFlightDiagnostic neo::refuseUnscheduled(Operation *op) {
  return op->emitError("has no schedule for a GPU: run neo-schedule-gpu, or "
                       "write the attribute '")
         << gpuScheduleAttrName << "'";
}

LogicalResult neo::verifyGPUSizes(ComputeOp op) {
  auto refuse = [&] {
    return op.emitError("is too large for one kernel of a GPU, compute it in "
                        "parts: ");
  };
  GPUScheduleAttr schedule = getGPUSchedule(op);
  if (!schedule)
    return success();
  for (GPUAxisAttr axis : schedule.getAxes())
    for (GPUSplitAttr split : axis.getSplits())
      if (failed(
              GPUSplitAttr::verify(refuse, split.getUnit(), split.getSize())))
        return failure();
  GPUJoinAttr join = schedule.getJoin();
  if (join &&
      failed(GPUJoinAttr::verify(refuse, join.getParts(), join.getBlocks(),
                                 join.getThreads(), join.getLanes())))
    return failure();
  return GPUScheduleAttr::verify(
      refuse, schedule.getChip(), schedule.getBlocks(), schedule.getThreads(),
      schedule.getShared(), schedule.getAxes(), schedule.getReads(),
      schedule.getWrite(), schedule.getMma(), schedule.getOverlap(),
      schedule.getRolled(), join);
}

LogicalResult GPULaunchOp::verify() {
  constexpr int64_t most = GPUMachine::maxGridBlocks;
  if (int64_t(getBlocks()) < 0 || int64_t(getBlocks()) > most)
    return emitOpError("has ")
           << int64_t(getBlocks()) << " blocks; a grid has 0 to " << most
           << ": make the result in parts, each by a call of its own";
  if (int64_t(getThreads()) < 1 || int64_t(getThreads()) > 1024)
    return emitOpError("has ") << int64_t(getThreads())
                               << " threads in a block; there are 1 to 1024";
  if (int64_t(getShared()) < 0)
    return emitOpError("has fewer than no bytes of shared memory");
  return success();
}

LogicalResult GPULaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  StringAttr container = getKernelAttr().getRootReference();
  if (symbols.lookupNearestSymbolFrom(*this, container))
    return success();
  return emitOpError("launches '")
         << getKernel() << "', but this module defines no " << container;
}
