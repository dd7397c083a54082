//===- BetweenStatements.cpp - Convex groups of statements ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BetweenStatements.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// The transitive users of `statements` before the last of them; none if these
/// are too many.
static std::optional<llvm::SetVector<Operation *>>
collectTransitiveUsers(ArrayRef<ComputeOp> statements, ComputeOp last) {
  constexpr unsigned most = 256;
  llvm::SetVector<Operation *> users;
  auto addUsers = [&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      Operation *outer = last->getBlock()->findAncestorOpInBlock(*user);
      if (outer && outer != last && outer->isBeforeInBlock(last))
        users.insert(outer);
    }
  };
  for (ComputeOp op : statements)
    addUsers(op);
  for (unsigned i = 0; i < users.size() && i < most; ++i)
    addUsers(users[i]);
  if (users.size() >= most)
    return std::nullopt;
  return users;
}

std::optional<SmallVector<ComputeOp>>
neo::withAllBetween(ArrayRef<ComputeOp> statements) {
  auto isBefore = [](ComputeOp a, ComputeOp b) {
    return a->isBeforeInBlock(b);
  };
  SmallVector<ComputeOp> all(statements);
  llvm::sort(all, isBefore);
  auto users = collectTransitiveUsers(all, all.back());
  if (!users)
    return std::nullopt;
  // Backwards: of these, the operations that a statement depends on.
  SmallVector<Operation *> candidates(users->begin(), users->end());
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
