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

void neo::postponeStatements(RowPlan &plan) {
  for (unsigned s = plan.statements.size(); s-- > 0;) {
    RowStatement &statement = plan.statements[s];
    std::optional<unsigned> pass = findReaders(plan, s);
    if (!pass || *pass == statement.pass)
      continue;
    llvm::erase(plan.passes[statement.pass].statements, s);
    statement.pass = *pass;
    plan.passes[*pass].statements.push_back(s);
    llvm::sort(plan.passes[*pass].statements);
  }
  dropEmptyPasses(plan);
}
