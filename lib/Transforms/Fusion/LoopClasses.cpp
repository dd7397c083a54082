//===- LoopClasses.cpp - Corresponding loops of statements ----------------===//
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
      nodes.push_back({unsigned(parent.size())});
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

/// Unites two classes, unless a statement would have two loops of the result.
void LoopClasses::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b || extents[a] != extents[b])
    return;
  auto [smaller, larger] =
      nodes[a].size() < nodes[b].size() ? std::pair(a, b) : std::pair(b, a);
  for (unsigned node : nodes[smaller])
    if (loopIn(owner[node], larger) >= 0)
      return;
  unsigned root = std::min(a, b), other = std::max(a, b);
  parent[other] = root;
  llvm::append_range(nodes[root], nodes[other]);
  nodes[other].clear();
}

int LoopClasses::loopIn(unsigned s, unsigned c) const {
  unsigned end = s + 1 < first.size() ? first[s + 1] : parent.size();
  for (unsigned node = first[s]; node < end; ++node)
    if (find(node) == c)
      return node - first[s];
  return -1;
}
