//===- GPUSchedule.h - How an operator runs on a GPU ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule is an attribute of a neo.compute that holds all decisions of one
// pass: the emitter follows it and decides nothing.
//
// *Axes.* An axis is one loop, or several that are flattened in row-major
// order. Its steps are split, from the innermost split on:
//
//     [0, 1] = vector 4, lane 32, warp 8, register 2, block 64
//
//     vector    contiguous elements, moved by one access of a thread
//     register  unrolled in a thread
//     lane      threads of a warp
//     warp      warps of a block
//     step      a loop
//     block     blocks of the grid
//
// So step s of the axis above is in vector element s mod 4, in lane (s div 4)
// mod 32, and so on. The product of the splits is at least the number of steps;
// what is beyond them is masked. The lane of a thread is made of the lane
// splits of all axes, those of the last axis fastest; warps and blocks
// likewise. An axis without loops stands for threads that all do the same.
//
// The axes of the output loops say which thread makes which elements. An axis
// of reduction loops with lanes or warps leaves partial results in threads:
// they are joined by shuffles and through shared memory, in a fixed order. With
// blocks it leaves partial results in blocks: each writes its own to device
// memory, and a second kernel, the *join*, combines them in their order.
//
// *Accesses.* Every operand and the result have a plan: from which space, how
// many elements at once and why that is aligned, which guards are tested. An
// operand in shared memory has a *window*: the elements that all threads of a
// block need until the next step, copied in by all of them together. It lies as
// the steps of its axes within a block, whatever the index expressions are: so
// every contraction is one of matrices (implicit GEMM), guards and pads are
// dealt with while copying, and the inner loop has none.
//
// *Overlap.* In how many parts the copies of a next step are begun among the
// products of this one, how many sets of fragments registers hold, and how many
// vectors an epilogue reads ahead. Loops over the terms of axes that are
// *rolled* are not left to ptxas to unroll.
//
// A neo.gather or neo.scatter_add has another attribute, an *indexed schedule*
// (Neo/Schedule/GPU/IndexedSchedule.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_GPUSCHEDULE_H
#define NEO_DIALECT_GPUSCHEDULE_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Machine/GPUMachine.h"

#include "Neo/Dialect/NeoGPUEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Neo/Dialect/NeoGPUAttrs.h.inc"

#define GET_OP_CLASSES
#include "Neo/Dialect/NeoGPUOps.h.inc"

namespace neo {

/// The attribute of a neo.compute with its schedule.
constexpr llvm::StringLiteral gpuScheduleAttrName = "neo.gpu";

/// The attribute of a module with the numbers of its GPU.
constexpr llvm::StringLiteral gpuMachineAttrName = "neo.gpu_machine";

/// The numbers of a GPU as an attribute.
GPUMachineAttr describeMachine(mlir::MLIRContext *context,
                               const GPUMachine &machine);

/// The numbers of the table for `chip`. Nothing, and an error at `module`, if
/// it has no such chip.
std::optional<GPUMachine> findGPUMachine(mlir::ModuleOp module,
                                         llvm::StringRef chip);

/// The numbers of `chip`, or those that `module` says, which may be those of a
/// smaller GPU that runs the same code. Nothing, and an error, if the table has
/// no such chip.
std::optional<GPUMachine> findSaidMachine(mlir::ModuleOp module,
                                          llvm::StringRef chip);

/// The numbers that `module` says, or those of the table for `chip`, which it
/// says from then on. Nothing, and an error, if the table has no such chip.
std::optional<GPUMachine> getGPUMachine(mlir::ModuleOp module,
                                        llvm::StringRef chip);

/// The threads of a warp, of all NVIDIA GPUs.
constexpr int64_t warpLanes = GPUMachine::warpLanes;

/// The product of the splits of `axis` whose unit is one of `units`.
int64_t getSize(GPUAxisAttr axis, llvm::ArrayRef<GPUUnit> units);

/// Steps of `axis` that a window holds: those of a block until its next step.
int64_t getWindowSteps(GPUAxisAttr axis);

/// The schedule that stands on `op`; null if it has none.
GPUScheduleAttr getGPUSchedule(ComputeOp op);

/// Does an operand have a window?
bool hasWindows(GPUScheduleAttr schedule);

/// Groups of the products of a step over windows, among which copies ahead can
/// be begun: of `mma` terms each, or of one term where that is 0.
int64_t countProductGroups(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes,
                           int64_t mma);

/// Does `axis` have reduction loops of `op`? Then it has no others.
bool isReduced(ComputeOp op, GPUAxisAttr axis);

/// Does the index, guard or pad of operand `operand` depend on loop `loop`?
bool dependsOnLoop(ComputeOp op, unsigned operand, unsigned loop);
bool dependsOnAnyLoop(ComputeOp op, unsigned operand,
                      llvm::ArrayRef<int64_t> loops);

/// May the index of operand `operand` lie outside where `where` of `op` fails?
/// Else it can be read whether the term counts or not.
bool needsWhere(ComputeOp op, unsigned operand);
/// Does `where` of `op` depend on one of `loops`?
bool isAskedFor(ComputeOp op, llvm::ArrayRef<int64_t> loops);

/// Steps of the loops of `axis` together.
int64_t getExtent(ComputeOp op, GPUAxisAttr axis);

/// What a thread holds of one result while terms are joined: halves are added
/// in f32; of a position, the value and where it was.
llvm::SmallVector<mlir::Type> getAccumulatorTypes(ComputeOp op);

/// Begins the message at `op` that says why its schedule is not followed.
mlir::InFlightDiagnostic refuseGPUSchedule(mlir::Operation *op);

/// The message at `op` that says that it has no schedule.
mlir::InFlightDiagnostic refuseUnscheduled(mlir::Operation *op);

/// Fails, with a message at `op`, if its schedule does not fit it.
mlir::LogicalResult verifyGPUSchedule(ComputeOp op, GPUScheduleAttr schedule);

/// Fails, with a message at `op`, if its schedule has more steps or blocks than
/// the text of one may have: those of an operator that no GPU makes at once.
mlir::LogicalResult verifyGPUSizes(ComputeOp op);

/// Fails, with a message at `op`, if operands that are made in its neo.kernel
/// are not read from the registers of the threads that make them, or others
/// are. All statements of the kernel have schedules that fit them.
mlir::LogicalResult verifyGPURegisters(ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_GPUSCHEDULE_H
