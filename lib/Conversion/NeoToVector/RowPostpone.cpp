//===- RowPostpone.cpp - Statements in the pass of their reader -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

using namespace mlir;
using namespace neo;

/// The pass in which all readers of statement `s` find it in a register.
static std::optional<unsigned> findReaders(RowPlan &plan, unsigned s) {
  std::optional<unsigned> pass;
  for (RowStatement &reader : plan.statements)
    for (auto [i, producer] : llvm::enumerate(reader.producers)) {
      if (producer != s)
        continue;
      if (!reader.isFresh[i] || reader.pass != pass.value_or(reader.pass))
        return std::nullopt;
      pass = reader.pass;
    }
  return pass;
}

static void dropEmptyPasses(RowPlan &plan) {
  for (unsigned pass = plan.passes.size(); pass-- > 0;) {
    if (!plan.passes[pass].statements.empty())
      continue;
    plan.passes.erase(plan.passes.begin() + pass);
    for (RowStatement &statement : plan.statements)
      statement.pass -= statement.pass > pass;
  }
}

/// The operands that nothing else in pass `pass` reads.
static unsigned countReads(const RowPlan &plan, unsigned s, unsigned pass) {
  ComputeOp op = plan.statements[s].op;
  return llvm::count_if(op->getOperands(), [&](Value operand) {
    return isa<BlockArgument>(operand) &&
           llvm::none_of(plan.passes[pass].statements, [&](unsigned other) {
             ComputeOp reader = plan.statements[other].op;
             return other != s &&
                    llvm::is_contained(reader->getOperands(), operand);
           });
  });
}

/// The later pass over the same loops that reads most of what statement `s`
/// reads, if it reads more of it than the pass where it is. Nobody waits for
/// its result there.
static unsigned findBetterPass(const RowPlan &plan, unsigned s) {
  const RowStatement &statement = plan.statements[s];
  unsigned best = statement.pass, end = plan.passes.size();
  for (const RowStatement &reader : plan.statements)
    if (llvm::is_contained(reader.producers, std::optional<unsigned>(s)))
      end = std::min(end, reader.pass);
  for (unsigned pass = best + 1; pass < end; ++pass)
    if (plan.passes[pass].loops == plan.passes[best].loops &&
        countReads(plan, s, pass) < countReads(plan, s, best))
      best = pass;
  return best;
}

static void moveTo(RowPlan &plan, unsigned s, unsigned pass) {
  RowStatement &statement = plan.statements[s];
  llvm::erase(plan.passes[statement.pass].statements, s);
  statement.pass = pass;
  plan.passes[pass].statements.push_back(s);
  llvm::sort(plan.passes[pass].statements);
}

void neo::postponeStatements(RowPlan &plan) {
  for (unsigned s = plan.statements.size(); s-- > 0;) {
    RowStatement &statement = plan.statements[s];
    std::optional<unsigned> pass = findReaders(plan, s);
    if (!pass || *pass == statement.pass)
      continue;
    moveTo(plan, s, *pass);
  }
  for (auto [s, statement] : llvm::enumerate(plan.statements))
    if (!llvm::is_contained(statement.isFresh, true))
      moveTo(plan, s, findBetterPass(plan, s));
  dropEmptyPasses(plan);
}
