//===- RowTwins.cpp - An extremum and its position ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of a row's maximum is scattered to its position, so a kernel
// that computes both the maximum and the gradient reduces the same terms twice:
//
//     m = max x[i, j]         p = argmax x[i, j]
//
// The accumulator of an argmax holds the best term so far beside its position,
// which in the end is the maximum. So the first reduction uses the accumulators
// of the second, and emits no code of its own.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/Positions.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace neo;

/// The argmin or argmax kind that corresponds to `kind`.
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
    // Without a reduced loop in the sweep there is no accumulator.
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
