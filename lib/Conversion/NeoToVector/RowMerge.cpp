//===- RowMerge.cpp - Merging loops of rows -------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

using namespace mlir;
using namespace neo;

/// Can loop `inner` and the one around it be merged in all statements?
static bool canMerge(RowPlan &plan, unsigned inner) {
  if (inner == plan.sharedLoops || inner == plan.reducedLoops)
    return false;
  return llvm::all_of(plan.statements, [&](RowStatement &statement) {
    int own = statement.loops[inner], outer = statement.loops[inner - 1];
    if (own < 0 && outer < 0)
      return true;
    return own > 0 && outer == own - 1 && canMergeLoops(statement.nest, own) &&
           canMergeLoops(statement.kept, own);
  });
}

static void mergeAt(RowPlan &plan, unsigned inner) {
  for (RowStatement &statement : plan.statements) {
    int own = statement.loops[inner];
    statement.loops.erase(statement.loops.begin() + inner);
    if (own < 0)
      continue;
    mergeLoops(statement.nest, own);
    mergeLoops(statement.kept, own);
    for (int &loop : statement.loops)
      if (loop >= own)
        --loop;
  }
  RowLoop &outer = plan.loops[inner - 1], &loop = plan.loops[inner];
  outer.name += "_" + loop.name;
  outer.extent *= loop.extent;
  plan.loops.erase(plan.loops.begin() + inner);
  plan.sharedLoops -= inner < plan.sharedLoops;
  plan.reducedLoops -= inner < plan.reducedLoops;
  for (RowSweep &sweep : plan.sweeps) {
    llvm::erase(sweep.loops, inner);
    for (unsigned &other : sweep.loops)
      other -= other > inner;
  }
}

/// The induction variable of a loop of one step is 0.
void neo::dropUnitLoops(RowPlan &plan) {
  for (unsigned loop = plan.loops.size(); loop-- > plan.sharedLoops;) {
    if (plan.loops[loop].extent != 1)
      continue;
    plan.loops.erase(plan.loops.begin() + loop);
    for (RowStatement &statement : plan.statements) {
      int own = statement.loops[loop];
      statement.loops.erase(statement.loops.begin() + loop);
      if (own < 0)
        continue;
      removeLoop(statement.nest, own);
      removeLoop(statement.kept, own);
      for (int &other : statement.loops)
        other -= other > own;
    }
  }
}

void neo::mergeLoops(RowPlan &plan) {
  for (unsigned inner = plan.loops.size(); inner-- > 1;)
    if (canMerge(plan, inner))
      mergeAt(plan, inner);
}
