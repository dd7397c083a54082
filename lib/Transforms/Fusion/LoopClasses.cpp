//===- LoopClasses.cpp - Loops of several statements that are one ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LoopClasses.h"

using namespace mlir;
using namespace neo;

LoopClasses::LoopClasses(ArrayRef<ComputeOp> all) : statements(all) {
  for (auto [s, op] : llvm::enumerate(statements)) {
    first.push_back(parent.size());
    for (int64_t extent : ComputeOp(op).getExtents()) {
      extents.push_back(extent);
      owner.push_back(s);
      parent.push_back(parent.size());
    }
  }
  for (auto [s, op] : llvm::enumerate(statements)) {
    ComputeOp statement = op;
    for (unsigned d = 0; d < statement.getNumOutputLoops(); ++d)
      indexedBy.try_emplace({statement.getResult(), d}, first[s] + d);
  }
  for (auto [s, op] : llvm::enumerate(statements))
    for (unsigned i = 0, e = ComputeOp(op).getNumOperands(); i < e; ++i)
      alignRead(s, i);
}

void LoopClasses::alignRead(unsigned s, unsigned operand) {
  ComputeOp op = statements[s];
  Value value = op.getOperand(operand);
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim)
      continue;
    unsigned node = first[s] + dim.getPosition();
    if (extents[node] != op.getOperandType(operand).getDimSize(d))
      continue;
    auto [known, isNew] = indexedBy.try_emplace({value, unsigned(d)}, node);
    if (!isNew)
      unite(known->second, node);
  }
}

unsigned LoopClasses::find(unsigned node) const {
  while (parent[node] != node)
    node = parent[node];
  return node;
}

/// Unless a statement would have two loops of the class.
void LoopClasses::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b || extents[a] != extents[b])
    return;
  SmallVector<bool> owners(statements.size(), false);
  for (unsigned node = 0; node < parent.size(); ++node)
    if (find(node) == a)
      owners[owner[node]] = true;
  for (unsigned node = 0; node < parent.size(); ++node)
    if (find(node) == b && owners[owner[node]])
      return;
  parent[std::max(a, b)] = std::min(a, b);
}

int LoopClasses::loopIn(unsigned s, unsigned c) const {
  unsigned end = s + 1 < first.size() ? first[s + 1] : parent.size();
  for (unsigned node = first[s]; node < end; ++node)
    if (find(node) == c)
      return node - first[s];
  return -1;
}
