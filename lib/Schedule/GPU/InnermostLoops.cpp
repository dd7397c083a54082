//===- InnermostLoops.cpp - What operands could have innermost ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "InnermostLoops.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

#include <numeric>

using namespace mlir;
using namespace neo;

static bool asksFor(IntegerSet set, unsigned loop) {
  return set && llvm::any_of(set.getConstraints(), [&](AffineExpr asked) {
           return asked.isFunctionOfDim(loop);
         });
}

/// The dimension of `operand` that `loop` alone indexes, if it indexes no other
/// and neither guard nor `where` asks for it.
static std::optional<unsigned> findDim(ComputeOp op, unsigned operand,
                                       unsigned loop) {
  std::optional<unsigned> found;
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults())) {
    if (!index.isFunctionOfDim(loop))
      continue;
    if (found || index != getAffineDimExpr(loop, op.getContext()))
      return std::nullopt;
    found = d;
  }
  if (asksFor(op.getGuard(operand), loop) || asksFor(op.getWhereSet(), loop))
    return std::nullopt;
  return found;
}

/// Of the loops from `first` to `last` - 1 that are `possible`, the one along
/// which `operand` would have the widest accesses, then the longest.
static std::optional<unsigned>
findWidest(ComputeOp op, unsigned operand, unsigned first, unsigned last,
           llvm::function_ref<bool(unsigned)> possible) {
  int64_t bytes = getElementBytes(op.getOperandType(operand));
  std::pair<int64_t, int64_t> widest = {1, 0};
  std::optional<unsigned> best;
  for (unsigned loop = first; loop < last; ++loop) {
    int64_t extent = op.getExtents()[loop];
    int64_t width = std::gcd(extent, GPUMachine::maxAccessBytes / bytes);
    if (width == 1 || std::pair(width, extent) <= widest || !possible(loop))
      continue;
    widest = {width, extent};
    best = loop;
  }
  return best;
}

/// The term that both operands can have innermost.
static std::optional<unsigned> findTerm(ComputeOp op) {
  return findWidest(op, 0, op.getNumOutputLoops(), op.getNumLoops(),
                    [&](unsigned loop) {
                      return findDim(op, 0, loop) && findDim(op, 1, loop);
                    });
}

/// The output loop that `operand` alone has, and can have innermost.
static std::optional<unsigned> findOwnLoop(ComputeOp op, unsigned operand) {
  return findWidest(op, operand, 0, op.getNumOutputLoops(), [&](unsigned loop) {
    return findDim(op, operand, loop) && !dependsOnLoop(op, 1 - operand, loop);
  });
}

/// With `term` innermost in both operands, or with loops of their own.
static InnermostLoops makeInnermost(ComputeOp op,
                                    std::optional<unsigned> term) {
  InnermostLoops made;
  made.term = term;
  for (unsigned operand : {0u, 1u}) {
    made.loops[operand] = term ? term : findOwnLoop(op, operand);
    if (made.loops[operand])
      made.dims[operand] = findDim(op, operand, *made.loops[operand]);
  }
  return made;
}

/// Is each operand that is copied one with a dimension to make the innermost
/// that is not yet?
static bool canCopy(ComputeOp op, const InnermostLoops &made) {
  return llvm::all_of(ArrayRef{0u, 1u}, [&](unsigned operand) {
    return !made.copies(operand) ||
           (made.dims[operand] &&
            *made.dims[operand] + 1 != op.getOperandType(operand).getRank());
  });
}

SmallVector<InnermostLoops> neo::listInnermostLoops(ComputeOp op) {
  SmallVector<InnermostLoops> kinds = {makeInnermost(op, std::nullopt)}, all;
  if (std::optional<unsigned> term = findTerm(op))
    kinds.insert(kinds.begin(), makeInnermost(op, term));
  for (InnermostLoops kind : kinds)
    for (kind.copied = 1; kind.copied < 4; ++kind.copied)
      if (canCopy(op, kind))
        all.push_back(kind);
  return all;
}
