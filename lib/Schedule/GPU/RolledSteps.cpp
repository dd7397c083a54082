//===- RolledSteps.cpp - Loops that are not to be unrolled ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RolledSteps.h"

using namespace mlir;
using namespace neo;

static bool isGuarded(ComputeOp op) {
  auto operands = llvm::seq<unsigned>(op.getNumOperands());
  return op.getWhereSet() || llvm::any_of(operands, [&](unsigned operand) {
           return bool(op.getGuard(operand));
         });
}

/// Loads of a thread until the next step.
static int64_t countLoads(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                          ArrayRef<GPUAccessAttr> reads) {
  int64_t loads = 0;
  for (auto [operand, read] : llvm::enumerate(reads)) {
    if (read.getSpace() != GPUSpace::global)
      continue;
    int64_t elements = 1;
    for (GPUAxisAttr axis : axes)
      if (dependsOnAnyLoop(op, operand, axis.getLoops()))
        elements *= getSize(axis, {GPUUnit::vector_, GPUUnit::register_});
    loads += elements / read.getVector();
  }
  return loads;
}

SmallVector<int64_t> neo::findRolledSteps(ComputeOp op,
                                          ArrayRef<GPUAxisAttr> axes,
                                          ArrayRef<GPUAccessAttr> reads) {
  SmallVector<int64_t> rolled;
  if (!isGuarded(op))
    return rolled;
  int64_t loads = countLoads(op, axes, reads);
  for (auto [number, axis] : llvm::enumerate(axes))
    if (int64_t steps = getSize(axis, {GPUUnit::step});
        isReduced(op, axis) && steps > 1 &&
        steps * loads > GPUMachine::mostLoadsInFlight)
      rolled.push_back(number);
  return rolled;
}
