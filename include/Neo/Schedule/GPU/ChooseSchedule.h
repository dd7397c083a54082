//===- ChooseSchedule.h - The schedule of an operator on a GPU --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which schedule an operator gets follows from its structure, without trials:
//
//   no reduction          all loops are one axis, of lanes, warps and blocks,
//                         or two if an operand runs across the result
//   reads run along the   *row reduction*: lanes, and warps where rows are few,
//   reduction loops       share a row and join their partial results
//   reads run along the   *column reduction*: lanes take neighbouring outputs,
//   output loops          warps share the terms where outputs are few
//
// The second and third differ in which loops neighbouring lanes walk: those
// along which the bytes that are read are contiguous, so that the accesses of
// a warp are coalesced.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_CHOOSESCHEDULE_H
#define NEO_SCHEDULE_GPU_CHOOSESCHEDULE_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

#include <algorithm>

namespace neo {

/// Warps of a block: 8 blocks of 256 threads fill the 2048 of a multiprocessor,
/// so that some warps can issue while others wait.
constexpr int64_t usualWarps = 8;

/// Schedules for the statements of `op` that make them one kernel, in which
/// what is between them stays in registers. False, and the reason, if there are
/// none.
bool scheduleKernel(KernelOp op, const GPUMachine &machine,
                    std::string &reason);

/// Elements of a row that a thread holds for each of so many statements: of a
/// few, what keeps loads in flight, of many, what 255 registers leave them.
constexpr int64_t countHeldElements(int64_t statements) {
  return std::min<int64_t>(32, std::max<int64_t>(128 / statements, 8));
}

/// The longest row that a block holds for eight statements, a norm and its
/// gradient.
constexpr int64_t residentRow =
    countHeldElements(8) * GPUMachine::maxBlockThreads;

/// The same where they share rows (RowKernel.cpp).
bool scheduleRowKernel(KernelOp op, const GPUMachine &machine,
                       std::string &reason);

/// Vectors whose operands statements of an epilogue read ahead, at most: of two
/// f32, as behind tensor cores, 16 registers for an operand.
constexpr int64_t mostVectorsAhead = 8;

/// The schedule of `op` for `machine`; every operator has one. Products get the
/// tile at `rank` in the order of modelled costs.
GPUScheduleAttr chooseGPUSchedule(ComputeOp op, const GPUMachine &machine,
                                  int64_t rank = 0);

} // namespace neo

#endif // NEO_SCHEDULE_GPU_CHOOSESCHEDULE_H
