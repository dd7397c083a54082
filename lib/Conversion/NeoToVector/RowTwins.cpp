//===- RowTwins.cpp - An extremum and its position ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of a row's maximum goes to its position, and a kernel that gives
// both the maximum and the gradient reduces the same terms twice:
//
//     m = max x[i, j]         p = argmax x[i, j]
//
// Whoever finds a position carries the best term so far, which in the end is
// the maximum. So the first reduction takes its accumulators from the second
// and does nothing else.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/Positions.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace neo;

/// The kind that finds the position of an extremum of `kind`.
static std::optional<ReductionKind> positionKind(ReductionKind kind) {
  if (kind == ReductionKind::max)
    return ReductionKind::argmax;
  if (kind == ReductionKind::min)
    return ReductionKind::argmin;
  return std::nullopt;
}

/// Do both reduce the same terms over the same loops of the kernel?
static bool haveSameTerms(const RowStatement &a, const RowStatement &b) {
  ComputeOp x = a.op, y = b.op;
  if (a.loops != b.loops || x.getOperands() != y.getOperands() ||
      x.getMaps() != y.getMaps() || x.getGuards() != y.getGuards() ||
      x.getPads() != y.getPads() || x.getWhereSet() != y.getWhereSet())
    return false;
  return OperationEquivalence::isRegionEquivalentTo(
      &x.getBody(), &y.getBody(), OperationEquivalence::IgnoreLocations);
}

void neo::findTwins(RowPlan &plan) {
  for (RowStatement &statement : plan.statements) {
    ComputeOp op = statement.op;
    std::optional<ReductionKind> kind = positionKind(op.getKind());
    // Nothing is carried where no loop of the sweep reduces.
    bool carries =
        statement.firstReduced < plan.sweeps[statement.sweep].loops.size();
    if (!kind || statement.reducesRows || !carries)
      continue;
    for (auto [t, other] : llvm::enumerate(plan.statements))
      if (ComputeOp(other.op).getKind() == *kind &&
          other.sweep == statement.sweep && haveSameTerms(statement, other))
        statement.twin = t;
  }
}
