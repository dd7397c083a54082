//===- ContiguousWords.cpp - Packed words contiguous in memory ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/ContiguousWords.h"

using namespace mlir;
using namespace neo;

/// Is `b` at distance `distance` from `a` at every point?
static bool isBehind(const LoopNest &nest, const LinearForm &a,
                     const LinearForm &b, int64_t distance) {
  auto difference = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(b.expr - a.expr, nest.loops.size(), 0));
  return difference && difference.getValue() == distance;
}

std::optional<WordForm> neo::readWordsInPlace(const LoopNest &nest,
                                              const Schedule &schedule) {
  ComputeOp op = nest.op;
  std::optional<WordForm> form = matchWord(op);
  if (!form)
    return std::nullopt;
  const NestOperand &first = nest.operands.front();
  for (auto [part, operand] : llvm::enumerate(nest.operands))
    if (op.getOperand(part) != op.getOperand(0) || operand.pad ||
        !operand.guard.empty() ||
        !isBehind(nest, first.access, operand.access, part))
      return std::nullopt;
  SmallVector<int64_t> offsets = getLaneOffsets(first.access, schedule);
  for (auto [lane, offset] : llvm::enumerate(offsets))
    if (offset != int64_t(lane * nest.operands.size()))
      return std::nullopt;
  return offsets.empty() ? std::nullopt : form;
}
