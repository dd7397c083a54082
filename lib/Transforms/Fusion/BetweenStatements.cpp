//===- BetweenStatements.cpp - What must run between statements -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BetweenStatements.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// What needs a result of `statements` and stands before the last of them; none
/// if that is too much.
static std::optional<llvm::SetVector<Operation *>>
listNeedy(ArrayRef<ComputeOp> statements, ComputeOp last) {
  constexpr unsigned most = 256;
  llvm::SetVector<Operation *> needy;
  auto addUsers = [&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      Operation *outer = last->getBlock()->findAncestorOpInBlock(*user);
      if (outer && outer != last && outer->isBeforeInBlock(last))
        needy.insert(outer);
    }
  };
  for (ComputeOp op : statements)
    addUsers(op);
  for (unsigned i = 0; i < needy.size() && i < most; ++i)
    addUsers(needy[i]);
  if (needy.size() >= most)
    return std::nullopt;
  return needy;
}

std::optional<SmallVector<ComputeOp>>
neo::withAllBetween(ArrayRef<ComputeOp> statements) {
  auto isBefore = [](ComputeOp a, ComputeOp b) {
    return a->isBeforeInBlock(b);
  };
  SmallVector<ComputeOp> all(statements);
  llvm::sort(all, isBefore);
  auto needy = listNeedy(all, all.back());
  if (!needy)
    return std::nullopt;
  // From the last to the first: who leads to one that is known.
  SmallVector<Operation *> candidates(needy->begin(), needy->end());
  llvm::sort(candidates,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  llvm::SmallPtrSet<Operation *, 16> known(all.begin(), all.end());
  for (Operation *op : candidates) {
    bool leads = llvm::any_of(op->getUsers(), [&](Operation *user) {
      return known.contains(op->getBlock()->findAncestorOpInBlock(*user));
    });
    if (!leads || !known.insert(op).second)
      continue;
    auto compute = dyn_cast<ComputeOp>(op);
    if (!compute)
      return std::nullopt;
    all.push_back(compute);
  }
  llvm::sort(all, isBefore);
  return all;
}
