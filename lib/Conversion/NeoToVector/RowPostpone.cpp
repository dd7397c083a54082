//===- RowPostpone.cpp - Sinking statements to later sweeps ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

using namespace mlir;
using namespace neo;

/// The sweep that contains all readers of statement `s`, if it can be forwarded
/// there in a register.
static std::optional<unsigned> findReaders(RowPlan &plan, unsigned s) {
  std::optional<unsigned> sweep;
  for (RowStatement &reader : plan.statements)
    for (auto [i, producer] : llvm::enumerate(reader.producers)) {
      if (producer != s)
        continue;
      if (!reader.isFresh[i] || reader.sweep != sweep.value_or(reader.sweep))
        return std::nullopt;
      sweep = reader.sweep;
    }
  return sweep;
}

static void dropEmptySweeps(RowPlan &plan) {
  for (unsigned sweep = plan.sweeps.size(); sweep-- > 0;) {
    if (!plan.sweeps[sweep].statements.empty())
      continue;
    plan.sweeps.erase(plan.sweeps.begin() + sweep);
    for (RowStatement &statement : plan.statements)
      statement.sweep -= statement.sweep > sweep;
  }
}

/// How many operands of statement `s` no other statement of sweep `sweep`
/// reads: the loads that it adds to the sweep.
static unsigned countReads(const RowPlan &plan, unsigned s, unsigned sweep) {
  ComputeOp op = plan.statements[s].op;
  return llvm::count_if(op->getOperands(), [&](Value operand) {
    return isa<BlockArgument>(operand) &&
           llvm::none_of(plan.sweeps[sweep].statements, [&](unsigned other) {
             ComputeOp reader = plan.statements[other].op;
             return other != s &&
                    llvm::is_contained(reader->getOperands(), operand);
           });
  });
}

/// The later sweep over the same loops to which statement `s` adds fewest
/// loads, if these are fewer than in its current sweep. No sweep in between
/// reads its result.
static unsigned findBetterSweep(const RowPlan &plan, unsigned s) {
  const RowStatement &statement = plan.statements[s];
  unsigned best = statement.sweep, end = plan.sweeps.size();
  for (const RowStatement &reader : plan.statements)
    if (llvm::is_contained(reader.producers, std::optional<unsigned>(s)))
      end = std::min(end, reader.sweep);
  for (unsigned sweep = best + 1; sweep < end; ++sweep)
    if (plan.sweeps[sweep].loops == plan.sweeps[best].loops &&
        countReads(plan, s, sweep) < countReads(plan, s, best))
      best = sweep;
  return best;
}

static void moveTo(RowPlan &plan, unsigned s, unsigned sweep) {
  RowStatement &statement = plan.statements[s];
  llvm::erase(plan.sweeps[statement.sweep].statements, s);
  statement.sweep = sweep;
  plan.sweeps[sweep].statements.push_back(s);
  llvm::sort(plan.sweeps[sweep].statements);
}

void neo::postponeStatements(RowPlan &plan) {
  for (unsigned s = plan.statements.size(); s-- > 0;) {
    RowStatement &statement = plan.statements[s];
    std::optional<unsigned> sweep = findReaders(plan, s);
    if (!sweep || *sweep == statement.sweep)
      continue;
    moveTo(plan, s, *sweep);
  }
  for (auto [s, statement] : llvm::enumerate(plan.statements))
    if (!llvm::is_contained(statement.isFresh, true))
      moveTo(plan, s, findBetterSweep(plan, s));
  dropEmptySweeps(plan);
}
