//===- AdjointScatter.cpp - Gradients by scatter --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A gradient that gathers visits, for every element z, a box of points that may
// have read it. Where few of them did, most iterations are wasted:
//
//     C[i, j] = A[i + j]      i, j < 4, A of 400 elements, of which 7 are read
//     dA[z]   = sum_i dC[i, z - i] if (0 <= z - i < 4)    1600 points, 16 terms
//
// A scatter has no wasted iterations: it iterates over the points of the
// forward operator and adds each term to the element that was read.
//
//     T[i, j] = dC[i, j]                                over the seen loops
//     dA = neo.scatter_add [i, j] %T[i, j] into [i + j]
//
// T sums over the loops that the access does not depend on, as in
// AdjointPartialSums.cpp, so a product is reduced before anything is scattered.
// Where a guard keeps the access in bounds, it is the scatter's guard.
//
// The cost, in iterations of a vectorised loop: gathering executes all points
// of its box, scattering the points of the forward operator and
// `iterationsPerScatter` for each element of T, which is written, read and
// scattered (benchmarks/scatter.py measures 0.4 to 1.9). A scatter is chosen
// where it is cheaper and gathering wastes more than `mostWaste`. It needs no
// inverse of the access, so it is also the fallback if there is none, or if it
// is refuted. The sums of T need an inverse, of the seen loops as an access; if
// that is refuted, T consists of all terms, which needs none.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/IndexedAccess.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace neo;

constexpr double mostWaste = 4;
constexpr double iterationsPerScatter = 3;

bool ComputeAdjoint::savesByScatter(unsigned slot, double iterations) {
  double points = countTerms(), sums = countSums(slot);
  if (iterations <= mostWaste * points ||
      iterations <= points + iterationsPerScatter * sums)
    return false;
  forward.emitRemark("the gradient of operand #")
      << slot << " executes " << llvm::formatv("{0:F1}", iterations / points)
      << " iterations per term of this operator; using scatter, which executes "
         "1.0 and sends "
      << llvm::formatv("{0:F0}", sums) << " sums to their elements";
  return true;
}

/// T with an element for every term: no sum, and no inversion.
ComputeAdjoint::Plan ComputeAdjoint::planTerms(ArrayRef<unsigned> loops,
                                               unsigned slot) {
  InversionProblem problem = makeSumsProblem(loops);
  Inversion inversion;
  inversion.elementExtents = problem.access.shape;
  inversion.moduli.assign(loops.size(), 1);
  inversion.loops.resize(loops.size());
  for (auto [d, loop] : llvm::enumerate(loops))
    inversion.loops[loop] = Form::variable(d);
  for (const Guard &guard : where)
    inversion.guards.push_back(
        {inversion.pullBack(guard.form), guard.isEquality});
  return {slot, std::move(problem), std::move(inversion)};
}

Value ComputeAdjoint::scatter(unsigned slot, ScalarAdjoint &body) {
  SmallVector<unsigned> seen = findSeenLoops(slot);
  Plan plan = planSums(seen, slot);
  if (!plan.inversion.isValid() ||
      isWrong(slot, plan.problem, plan.inversion)) {
    seen = orderLoops([](unsigned) { return true; });
    plan = planTerms(seen, slot);
  }
  Value sums = emit(plan, body);
  SmallVector<AffineExpr> loops(extents.size(),
                                builder.getAffineConstantExpr(0));
  IndexedAccess access;
  for (auto [position, loop] : llvm::enumerate(seen)) {
    loops[loop] = builder.getAffineDimExpr(position);
    access.loops.push_back(getLoopNames(forward)[loop]);
    access.extents.push_back(extents[loop]);
  }
  access.type = forward.getOperandType(slot);
  access.index =
      forward.getMap(slot).replaceDimsAndSymbols(loops, {}, seen.size(), 0);
  IntegerSet where = conjoin(forward.getGuard(slot), forward.getWhereSet());
  if (where)
    access.where = where.replaceDimsAndSymbols(loops, {}, seen.size(), 0);
  return ScatterAddOp::create(builder, placeOf(slot), access.type, sums,
                              access);
}

Value ComputeAdjoint::scatterInstead(StringRef reason, unsigned slot,
                                     ScalarAdjoint &body) {
  forward.emitRemark("the gradient of operand #")
      << slot << " " << reason << "; using scatter";
  return scatter(slot, body);
}
