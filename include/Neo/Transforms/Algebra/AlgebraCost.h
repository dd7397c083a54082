//===- AlgebraCost.h - Cost of an operator before scheduling ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Expressions are rewritten where that lowers their cost. The schedule is not
// known yet, so the cost is that of a good kernel: its operations at the rate
// of the vector unit, every tensor moved once, and one launch.
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
// A multiplication whose product is added is free, as the two are one fused
// multiply-add. So a sum of products of n factors takes max(1, n - 1)
// operations per point; a function counts as its number of instructions.
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

  /// Cycles that launching one more kernel takes.
  double start;
  /// Bytes that a cycle moves to or from the last-level cache, and memory.
  double lastLevelRate, memoryRate;
  /// Bytes of one element of the result.
  double elementBytes = 4;

  /// Cycles for `points` steps of `operations` each.
  double ofPoints(double points, double operations) const;
  /// Cycles for moving a tensor of so many bytes once.
  double ofBytes(double bytes) const;
  /// Does a tensor of so many bytes exceed the last-level cache?
  bool isFar(double bytes) const;
};

/// Is `rewritten` cheaper than `before` by more than the accuracy of the model?
bool isWorth(double rewritten, double before);

/// The cost of one scalar operation, in vector instructions per vector.
double getOperationCost(mlir::Operation &op);
/// The cost of all operations of its body, for one point.
double getBodyCost(ComputeOp op);

/// The extents of `op`'s loops for a cost. The placeholder extent of a batch
/// counts as a fixed number, so that programs for different placeholders are
/// rewritten alike.
llvm::SmallVector<int64_t> getCostedExtents(ComputeOp op);

/// The steps of `op`'s loops together, for a cost.
double getCostedPoints(ComputeOp op);

/// The elements of `tensor`, an operand or result of `op`, for a cost.
double getCostedElements(ComputeOp op, mlir::Value tensor);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_ALGEBRACOST_H
