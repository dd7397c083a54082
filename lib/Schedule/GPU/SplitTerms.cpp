//===- SplitTerms.cpp - Blocks that share a reduction ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SplitTerms.h"

#include "Neo/Schedule/GPU/AccessPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Threads of a block of the join.
constexpr int64_t joinThreads = 256;

/// Parts that a thread of the join reads one after the other at most, where
/// elements are too few to fill the machine.
constexpr int64_t shortWalk = 8;

double neo::getClockBytes(const GPUMachine &machine) {
  return machine.bandwidth * 1e3 / machine.megahertz / machine.multiprocessors;
}

int64_t neo::getAccumulatorBytes(ComputeOp op) {
  int64_t bytes = 0;
  for (Type type : getAccumulatorTypes(op))
    bytes += std::max<int64_t>(type.getIntOrFloatBitWidth() / 8, 4);
  return bytes;
}

double neo::getJoinCycles(int64_t parts, int64_t elements, int64_t bytes,
                          const GPUMachine &machine) {
  if (parts == 1)
    return 0;
  double moved = 2.0 * double(parts) * elements * bytes;
  return machine.getLaunchCycles() +
         moved / (getClockBytes(machine) * machine.multiprocessors);
}

int64_t neo::chooseParts(ComputeOp op, int64_t blocks, double cycles,
                         int64_t most, const GPUMachine &machine) {
  int64_t elements = op.getType().getNumElements();
  int64_t bytes = getAccumulatorBytes(op), best = 1;
  double bestCycles = 0;
  for (int64_t parts = 1; parts <= most; parts *= 2) {
    int64_t rounds = llvm::divideCeil(blocks * parts, machine.multiprocessors);
    double total = double(rounds) * cycles / parts +
                   getJoinCycles(parts, elements, bytes, machine);
    if (parts > 1 && total >= bestCycles)
      continue;
    best = parts;
    bestCycles = total;
  }
  return best;
}

/// A lane an element where elements fill the machine, else as many as leave
/// each lane few parts.
GPUJoinAttr neo::makeJoin(ComputeOp op, int64_t parts,
                          const GPUMachine &machine) {
  if (parts == 1)
    return {};
  int64_t elements = op.getType().getNumElements(), lanes = 1;
  int64_t machineThreads = machine.multiprocessors * joinThreads;
  while (lanes < warpLanes && parts / lanes > shortWalk &&
         elements * lanes < machineThreads)
    lanes *= 2;
  int64_t needed = elements * lanes;
  int64_t threads =
      std::min<int64_t>(joinThreads, llvm::alignTo(needed, warpLanes));
  return GPUJoinAttr::get(op.getContext(), parts,
                          llvm::divideCeil(needed, threads), threads, lanes);
}

GPUAccessAttr neo::planParts(const AxisSpace &space, ComputeOp op,
                             GPUJoinAttr join) {
  if (!join)
    return planWrite(space, op);
  int64_t widest = 1;
  for (Type type : getAccumulatorTypes(op))
    widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth() / 8);
  return planWrite(space, op, widest);
}
