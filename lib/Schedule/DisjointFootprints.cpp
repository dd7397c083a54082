//===- DisjointFootprints.cpp - Steps that share no data ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/DisjointFootprints.h"

#include "Neo/Dialect/AffineRange.h"

using namespace mlir;
using namespace neo;

/// Does the footprint of `form` in a step of `loop` begin where that of the
/// step before ends, with a halo of at most one step?
static bool goesOn(const LoopNest &nest, unsigned loop,
                   const LinearForm &form) {
  int64_t pitch = std::abs(form.coefficients[loop]);
  if (pitch == 0 || form.irregular[loop] || form.perItem)
    return false;
  std::optional<AffineInterval> reach =
      getInterval(form.expr, nest.extentsOfStep(loop));
  return reach && reach->high - reach->low < 2 * pitch;
}

bool neo::stepsHaveDisjointFootprints(const LoopNest &nest,
                                      const Schedule &schedule) {
  if (schedule.parallelLoops != 1 || schedule.blockedLoop || nest.hasBatch())
    return false;
  unsigned loop = schedule.order.front();
  return goesOn(nest, loop, nest.output) &&
         llvm::all_of(nest.operands, [&](const NestOperand &operand) {
           return goesOn(nest, loop, operand.access);
         });
}
