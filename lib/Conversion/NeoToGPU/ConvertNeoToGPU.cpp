//===- ConvertNeoToGPU.cpp - Kernels of a GPU and their launches ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionOperators.h"
#include "IndexedKernels.h"
#include "JoinKernel.h"
#include "KernelFunction.h"
#include "Reshape.h"
#include "SearchKernels.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Schedule/GPU/AccessVerifier.h"
#include "Neo/Schedule/GPU/IndexedSchedule.h"
#include "Neo/Schedule/OperatorText.h"

#include "llvm/ADT/StringMap.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTNEOTOGPU
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct ConvertNeoToGPU : neo::impl::ConvertNeoToGPUBase<ConvertNeoToGPU> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto computes = findInFunctions<ComputeOp>(module);
    auto groups = findInFunctions<KernelOp>(module);
    if (llvm::any_of(computes,
                     [](ComputeOp op) { return failed(check(op)); }) ||
        llvm::any_of(groups, [](KernelOp op) { return failed(check(op)); }) ||
        llvm::any_of(computes, [](ComputeOp op) {
          return failed(verifyGPURegisters(op));
        }))
      return signalPassFailure();
    llvm::erase_if(computes, [](ComputeOp op) {
      return isa<KernelOp>(op->getParentOp());
    });
    // What they read is a launch once all else is converted.
    SmallVector<ComputeOp> reshapes;
    for (ComputeOp op : computes)
      if (isReshape(op))
        reshapes.push_back(op);
      else
        convert(module, op);
    for (KernelOp op : groups)
      convert(module, op);
    for (GatherOp op : findInFunctions<GatherOp>(module))
      convertIndexed(module, op);
    for (ScatterAddOp op : findInFunctions<ScatterAddOp>(module))
      convertIndexed(module, op);
    for (ComputeOp op : reshapes)
      if (!giveInShape(op))
        convert(module, op);
  }

private:
  /// The kernel of an operator, and the one that joins partial results, if any.
  struct Emitted {
    gpu::GPUFuncOp kernel, join;
  };

  static LogicalResult check(ComputeOp op) {
    GPUScheduleAttr schedule = getGPUSchedule(op);
    if (schedule)
      return success(succeeded(verifyGPUSchedule(op, schedule)) &&
                     succeeded(verifyGPUAccesses(op, schedule)));
    return refuseUnscheduled(op);
  }

  /// Statements of one kernel have one grid.
  static LogicalResult check(KernelOp op) {
    GPUScheduleAttr first = getGPUSchedule(op.getStatements().front());
    for (ComputeOp statement : op.getStatements()) {
      GPUScheduleAttr other = getGPUSchedule(statement);
      if (other.getBlocks() != first.getBlocks() ||
          other.getThreads() != first.getThreads() ||
          other.getShared() != first.getShared())
        return refuseGPUSchedule(statement)
               << "statements of a neo.kernel have the same blocks, threads "
                  "and shared memory";
      bool isFirst = statement == op.getStatements().front();
      if (other.getJoin() || (hasWindows(other) && !isFirst))
        return refuseGPUSchedule(statement)
               << "of the statements of a neo.kernel the first alone has "
                  "operands in shared memory, and blocks do not share terms";
    }
    return success();
  }

  gpu::GPUModuleOp getKernels(ModuleOp module) {
    if (!kernels) {
      OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
      kernels = gpu::GPUModuleOp::create(b, module.getLoc(), "kernels");
      SymbolTable(module).insert(kernels);
    }
    return kernels;
  }

  /// Operators that are the same but for the tensors they read share a kernel.
  Emitted getKernel(ModuleOp module, ComputeOp op) {
    Emitted &emitted = known[describeOperator(op)];
    if (emitted.kernel)
      return emitted;
    emitted.kernel = emitGPUKernel(getKernels(module), newName(op), op);
    if (getGPUSchedule(op).getJoin())
      emitted.join = emitJoinKernel(getKernels(module), newName(op), op);
    return emitted;
  }

  gpu::GPUFuncOp getKernel(ModuleOp module, KernelOp op) {
    Emitted &emitted = known[describeOperator(op)];
    if (!emitted.kernel)
      emitted.kernel = emitGPUKernel(getKernels(module), newName(op), op);
    return emitted.kernel;
  }

  /// A name that PTX has a spelling for, as of letters, digits and _.
  std::string newName(Operation *op) {
    auto caller = op->getParentOfType<FunctionOpInterface>();
    std::string name = caller.getName().str();
    for (char &each : name)
      if (!llvm::isAlnum(each))
        each = '_';
    if (name.empty() || llvm::isDigit(name.front()))
      name.insert(0, "_");
    return name + "_kernel" + std::to_string(names++);
  }

  /// Makes the launch whose result `op`, a reshape, reads give it in the shape
  /// of `op`, if nothing else reads it.
  static bool giveInShape(ComputeOp op) {
    Value made = op->getOperand(0);
    if (!made.getDefiningOp<GPULaunchOp>() || !made.hasOneUse())
      return false;
    made.setType(op.getType());
    op->replaceAllUsesWith(ValueRange(made));
    op.erase();
    return true;
  }

  void convert(ModuleOp module, ComputeOp op) {
    Emitted emitted = getKernel(module, op);
    GPUScheduleAttr schedule = getGPUSchedule(op);
    GPULaunchOp made = launch(op, emitted.kernel, op->getOperands(),
                              getKernelResults(op), schedule.getBlocks(),
                              schedule.getThreads(), schedule.getShared());
    if (GPUJoinAttr join = schedule.getJoin())
      made = launch(op, emitted.join, made->getResults(), op->getResultTypes(),
                    join.getBlocks(), join.getThreads(), 0);
    op->replaceAllUsesWith(made);
    op.erase();
  }

  void convert(ModuleOp module, KernelOp op) {
    gpu::GPUFuncOp kernel = getKernel(module, op);
    GPUScheduleAttr schedule = getGPUSchedule(op.getStatements().front());
    replace(op, kernel, op->getOperands(), schedule.getBlocks(),
            schedule.getThreads(), schedule.getShared());
    op.erase();
  }

  void convertIndexed(ModuleOp module, GatherOp op) {
    GPUIndexedScheduleAttr schedule = getFittingSchedule(op);
    if (!schedule)
      return signalPassFailure();
    replaceIndexed(
        op, emitGatherKernel(getKernels(module), newName(op), op, schedule),
        op->getOperands(), schedule);
  }

  void convertIndexed(ModuleOp module, ScatterAddOp op) {
    GPUIndexedScheduleAttr schedule = getFittingSchedule(op);
    if (!schedule)
      return signalPassFailure();
    SmallVector<Value> operands(op->getOperands());
    if (GPUListsAttr lists = schedule.getLists()) {
      auto search = [&](auto emit, int64_t blocks) {
        operands.push_back(launchSearch(
            op, emit(getKernels(module), newName(op), op, schedule), blocks,
            schedule.getThreads()));
      };
      search(emitFirstPoints, lists.getFirst());
      search(emitNextPoints, lists.getNext());
    }
    gpu::GPUFuncOp kernel = emitScatterKernel(getKernels(module), newName(op),
                                              op, schedule, operands);
    replaceIndexed(op, kernel, operands, schedule);
  }

  /// A launch of a kernel that makes a list of the integers of `op`.
  Value launchSearch(ScatterAddOp op, gpu::GPUFuncOp kernel, int64_t blocks,
                     int64_t threads) {
    auto buffer = cast<MemRefType>(kernel.getArguments().back().getType());
    auto list =
        RankedTensorType::get(buffer.getShape(), buffer.getElementType());
    return launch(op, kernel, IndexedAccess::get(op).positions, list, blocks,
                  threads, 0)
        ->getResult(0);
  }

  template <typename Op>
  void replaceIndexed(Op op, gpu::GPUFuncOp kernel, ValueRange operands,
                      GPUIndexedScheduleAttr schedule) {
    replace(op, kernel, operands, schedule.getBlocks(), schedule.getThreads(),
            0)
        ->setAttr(indexChecksAttrName,
                  makeIndexChecks(op, IndexedAccess::get(op)));
    op.erase();
  }

  /// A launch of `kernel` before `op`.
  GPULaunchOp launch(Operation *op, gpu::GPUFuncOp kernel, ValueRange operands,
                     TypeRange results, int64_t blocks, int64_t threads,
                     int64_t shared) {
    OpBuilder b(op);
    auto symbol = SymbolRefAttr::get(kernels.getSymNameAttr(),
                                     {FlatSymbolRefAttr::get(kernel)});
    return GPULaunchOp::create(b, op->getLoc(), results, symbol, operands,
                               uint64_t(blocks), uint64_t(threads),
                               uint64_t(shared));
  }

  /// Puts a launch of `kernel` in the place of `op`.
  GPULaunchOp replace(Operation *op, gpu::GPUFuncOp kernel, ValueRange operands,
                      int64_t blocks, int64_t threads, int64_t shared) {
    GPULaunchOp made = launch(op, kernel, operands, op->getResultTypes(),
                              blocks, threads, shared);
    op->replaceAllUsesWith(made);
    return made;
  }

  gpu::GPUModuleOp kernels;
  llvm::StringMap<Emitted> known;
  unsigned names = 0;
};
} // namespace
