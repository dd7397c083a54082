//===- GroupCost.h - Reward of kernels of several statements ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reward of NeoFlow (TPDS 2021, section 5.1):
//
//     R = dT / Pd + dC / Pc + dK * L
//
// with the bytes dT, operations dC and launches dK that are saved; the
// bandwidth Pd, the rate of operations Pc and the cost L of a launch are the
// machine's (MachineRates.h). A kernel of several statements computes each
// element once, so its dC is that of masks (MaskCost.h): recomputation is
// decided by neo-fuse. A separate kernel reads each operand and writes its
// result; one kernel of several statements reads each operand once and writes
// only results that are used outside. Tensors that stay in L2 between kernels
// cost nothing, but are as good as as many masks, and those that stay in the
// last-level cache count the bytes that memory transfers in the same time. The
// sum of partial rows is one more launch.
//
// A single statement accesses its tensors in memory order. Several access them
// row by row, and where the shared loops are not the outermost dimensions of a
// tensor, its rows consist of several contiguous pieces:
//
//     C[i, j] += T[i, k, j] * B[k, j]      share k: a row of T is i pieces of j
//     U[i, k, j] = A[i, j] * B[k, j]       elements, and so is one of U
//
// At each piece the hardware prefetcher restarts; the model counts four lines
// for that. With i, j, k = 128, 64, 256 the two take 0.7 ms by themselves and
// 1.6 ms as one kernel, for 65536 pieces.
//
// A kernel that only reads, and one that only writes by streaming stores, have
// no traffic in common, and still take less time as one, since loads and stores
// overlap. Half of the traffic of the smaller one is counted as saved: row sums
// of 50 MB and their gradient take 2.4 ms in a hand-written kernel, and 3.7 ms
// as two.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_GROUPCOST_H
#define NEO_LIB_TRANSFORMS_FUSION_GROUPCOST_H

#include "KernelGroup.h"

#include "Neo/Transforms/Algebra/AlgebraCost.h"

namespace neo {

/// Bytes that come from memory and go there, and those that stay in L2.
struct Traffic {
  double read = 0, written = 0, kept = 0;
  double bytes() const { return read + written; }
};

struct GroupReward {
  double bytes = 0, instructions = 0, launches = 0; // saved
  double seconds(const MachineRates &rates) const {
    return bytes / rates.memory + instructions / rates.vectors +
           launches * rates.launch;
  }
};

/// Statements that are one kernel without the union; `kernel` if there are
/// several.
struct GroupPart {
  llvm::ArrayRef<ComputeOp> statements;
  const KernelGroup *kernel;
};

/// Costs on a machine of these rates.
class GroupCost {
public:
  explicit GroupCost(const MachineRates &rates) : rates(rates), cost(rates) {}

  /// The memory traffic of one kernel of `statements`.
  Traffic trafficOf(llvm::ArrayRef<ComputeOp> statements) const;

  /// Does one of two kernels only read from memory, and the other only write
  /// there by streaming stores?
  bool runTogether(Traffic a, Traffic b) const;

  /// The reward of `group` over separate kernels of its `parts`.
  GroupReward rewardOf(const KernelGroup &group,
                       llvm::ArrayRef<GroupPart> parts) const;

private:
  double bytesOf(mlir::Value value, double elements) const;
  double bytesOf(mlir::Value value) const;
  double bytesBetweenPieces(const KernelGroup &group) const;

  MachineRates rates;
  AlgebraCost cost;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_GROUPCOST_H
