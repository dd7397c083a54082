//===- BuildLoopNest.cpp - Splitting and merging loops --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

using namespace mlir;
using namespace neo;

static void mergeAllLoops(LoopNest &nest) {
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (nest.loops[loop].extent == 1)
      removeLoop(nest, loop);
  for (unsigned loop = nest.loops.size(); loop-- > 1;)
    if (canMergeLoops(nest, loop))
      mergeLoops(nest, loop);
}

/// Adds the accesses of `follower`, and the loops whose values it uses, to
/// those that constrain merging in `nest`.
static void addReads(LoopNest &nest, ComputeOp follower) {
  LoopNest own = LoopNest::getFollower(follower, nest);
  llvm::append_range(nest.operands, own.operands);
  for (IndexOp index : follower.getBodyBlock()->getOps<IndexOp>()) {
    NestOperand value = {};
    value.access =
        LinearForm::get(nest.originalLoops[index.getLoop()], nest.loops.size());
    nest.operands.push_back(value);
  }
}

LoopNest LoopNest::get(ComputeOp op, ArrayRef<ComputeOp> followers) {
  LoopNest nest = getUnmerged(op);
  if (llvm::is_contained(op.getExtents(), 0))
    return nest;
  splitDividedLoops(nest);
  size_t own = nest.operands.size();
  for (ComputeOp follower : followers)
    addReads(nest, follower);
  mergeAllLoops(nest);
  nest.operands.truncate(own);
  return nest;
}
