//===- AlgebraCost.h - What an operator costs before its loops --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A rewrite of expressions is done where it makes them cheaper. How the loops
// will run is not known yet, so the cost is that of a good kernel: its
// operations at the rate of the vector unit, every tensor moved once, and one
// launch.
//
//     cycles = points * operations / lanes + bytes / rate + start
//
// The rate falls with the size of a tensor, which decides the level of memory
// that holds it: the second-level cache, the last level, or memory. So an
// intermediate of 128 MB is not introduced to save a few operations. The rates
// and the cost of a launch are the machine's (MachineRates.h).
//
//     sum_k A[i, k] * B[k, j]    i = j = k = 512, f32
//     2^27 points / 16 lanes + 3 * 1 MiB / 14 bytes + start = 8.6M cycles
//
// A multiplication whose product is added at once is free: one instruction does
// both. So a sum of products of n factors takes max(1, n - 1) operations per
// point, and functions count as what they cost.
//
// Only ratios matter: costs are compared with costs, and a rewrite has to be
// cheaper by a tenth, about the accuracy of the model.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_ALGEBRACOST_H
#define NEO_TRANSFORMS_ALGEBRA_ALGEBRACOST_H

#include "Neo/Dialect/MachineRates.h"
#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct AlgebraCost {
  explicit AlgebraCost(const MachineRates &rates = {});

  /// Cycles that starting one more kernel takes.
  double start;
  /// Bytes that a cycle moves to or from the last-level cache, and memory.
  double lastLevelRate, memoryRate;
  /// Bytes of one element of what is computed.
  double elementBytes = 4;

  /// Cycles for `points` steps of `operations` each.
  double ofPoints(double points, double operations) const;
  /// Cycles for moving a tensor of so many bytes once.
  double ofBytes(double bytes) const;
  /// Is a tensor of so many bytes found in memory only?
  bool isFar(double bytes) const;
};

/// Is `rewritten` so much cheaper than `before` that it is worth it?
bool isWorth(double rewritten, double before);

/// What one scalar operation costs, in operations of a vector unit.
double getOperationCost(mlir::Operation &op);
/// What all operations of its body cost, for one point.
double getBodyCost(ComputeOp op);

/// The extents of `op`'s loops for a cost. The stand-in of a batch counts as
/// one number, so that programs for two of them are rewritten alike.
llvm::SmallVector<int64_t> getCostedExtents(ComputeOp op);

/// The steps of `op`'s loops together, for a cost.
double getCostedPoints(ComputeOp op);

/// The elements of `tensor`, an operand or result of `op`, for a cost.
double getCostedElements(ComputeOp op, mlir::Value tensor);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_ALGEBRACOST_H
