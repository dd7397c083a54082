//===- AdjointPartialSums.cpp - Sum first, gather afterwards --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An access depends on some of the loops only (the seen loops). The sum over
// the others can be computed before anything is gathered:
//
//     C[k, p] = sum_{c, r} A[c, p + r] * W[k, c, r]          A sees c, p, r
//
//     T[c, r, p] = sum_k  dC[k, p] * W[k, c, r]              partial sums
//     dA[c, z]   = sum_t  T[c, t, z - t] if (0 <= z - t < P) else 0
//
// The first line runs over exactly the points of the forward operator. Gathered
// directly, dA[c, z] = sum_{t, k}, every element visits all windows that could
// read it, and at the border of a short row most do not: a window of 9 with
// stride 2 on a row of 28 costs twice the operations. And gathered in pieces,
// one for each residue of z, every piece reads W again, with strides; the first
// line is a plain matrix product.
//
// The second line is the adjoint of a plain read, `G[c, r, p] = A[c, p + r]`,
// with T as its cotangent. So G is built, differentiated as any operator, and
// dropped; no second rule for gathering exists.
//
// Where an access reaches a part of the tensor only, as a slice does, T has the
// terms of that part, and the second line puts them in their places:
//
//     C[i] = f(A[2 * i])
//     T[i] = dC[i] * f'(A[2 * i]),    dA[z] = T[z / 2] if (z mod 2 = 0) else 0
//
// In one line f' would be evaluated for all elements, most of them masked.
//
// The proof covers both steps: their composition (ComposedInversion.h) must be
// an inverse of the access.
//
// The cost is T, which is written and read once; `savesByPartialSums` compares
// it with the savings. The reduction loops are the outer dimensions of T: an
// access has unit stride along output loops, so contiguous elements of the
// gradient read contiguous elements of T. A batch of dynamic size (Batch.h) is
// the outermost dimension, as in every tensor.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/PlacedParts.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace neo;

/// Terms that cost about as much as writing and reading one partial sum beyond
/// the caches: 12 bytes take a core that does 32 terms per cycle about one.
constexpr double termsPerPartialSum = 32;
/// The least ratio of iterations at which partial sums pay.
constexpr double leastSaving = 1.5;
/// Cost factor of terms that are gathered in residue pieces: each piece reads
/// the other factors again, with strides, and pads its own copy.
constexpr double piecesTake = 4.0 / 3;

/// The selected loops: a batch first, then reduction loops.
SmallVector<unsigned>
ComputeAdjoint::orderLoops(function_ref<bool(unsigned)> isTaken) {
  SmallVector<unsigned> taken;
  unsigned outputs = forward.getNumOutputLoops();
  for (unsigned i = 0, e = extents.size(); i < e; ++i) {
    unsigned loop = (i + outputs) % e;
    if (isTaken(loop))
      taken.push_back(loop);
  }
  std::optional<int64_t> batch = getBatch(forward);
  auto first = llvm::find_if(
      taken, [&](unsigned loop) { return extents[loop] == batch; });
  if (first != taken.end())
    std::rotate(taken.begin(), first, first + 1);
  return taken;
}

/// The seen loops: those that the access of `slot` and the guard of all terms
/// depend on.
SmallVector<unsigned> ComputeAdjoint::findSeenLoops(unsigned slot) {
  const Read &read = reads[slot];
  auto isSeen = [&](unsigned loop) {
    return llvm::any_of(read.index,
                        [&](const Form &f) { return f.usesVariable(loop); }) ||
           llvm::any_of(read.guards,
                        [&](const Guard &guard) {
                          return guard.form.usesVariable(loop);
                        }) ||
           llvm::any_of(where, [&](const Guard &guard) {
             return guard.form.usesVariable(loop);
           });
  };
  return orderLoops(isSeen);
}

double ComputeAdjoint::countTerms() {
  double terms = 1;
  for (int64_t extent : extents)
    terms *= double(extent);
  return terms;
}

double ComputeAdjoint::countSums(unsigned slot) {
  double sums = 1;
  for (unsigned loop : findSeenLoops(slot))
    sums *= double(extents[loop]);
  return sums;
}

/// Does summing over the other loops first take far fewer operations than the
/// `iterations` of gathering directly, at once or in pieces?
bool ComputeAdjoint::savesByPartialSums(unsigned slot, double iterations,
                                        bool inPieces) {
  // A guard of all terms may be needed to keep the read in bounds.
  if (!where.empty())
    return false;
  double detour = countTerms() + termsPerPartialSum * countSums(slot);
  return iterations > leastSaving * detour ||
         (inPieces && piecesTake * iterations > detour);
}

/// How many of these loops have more than one step.
static size_t countLong(ArrayRef<int64_t> extents) {
  return llvm::count_if(extents, [](int64_t extent) { return extent > 1; });
}

/// Is there at most one term for an element, for many elements none, and is it
/// more than the cotangent alone? Not where single indices are chosen, as
/// columns: terms of these are no larger than what a row keeps.
bool ComputeAdjoint::skipsManyElements(const Inversion &inversion,
                                       ScalarAdjoint &body) {
  double elements = 1;
  for (int64_t extent : inversion.elementExtents)
    elements *= double(extent);
  return where.empty() && inversion.freeExtents.empty() &&
         !inversion.guards.empty() && !body.getBlock().empty() &&
         countLong(extents) == countLong(inversion.elementExtents) &&
         isPlacedPart(countTerms(), elements);
}

/// T: a gradient "with respect to" a tensor that has one element for every
/// value of the seen loops.
InversionProblem ComputeAdjoint::makeSumsProblem(ArrayRef<unsigned> seen) {
  InversionProblem problem;
  problem.extents.assign(extents.begin(), extents.end());
  for (unsigned loop : seen) {
    problem.access.shape.push_back(extents[loop]);
    problem.access.index.push_back(Form::variable(loop));
  }
  problem.access.guards.assign(where.begin(), where.end());
  problem.access.forms.assign(whereMods.begin(), whereMods.end());
  return problem;
}

ComputeAdjoint::Plan ComputeAdjoint::planSums(ArrayRef<unsigned> seen,
                                              unsigned slot) {
  InversionProblem problem = makeSumsProblem(seen);
  Inversion inversion = options.inverter(problem);
  return {slot, std::move(problem), std::move(inversion)};
}

/// G: the read of `slot` alone, as an operator over the seen loops.
ComputeOp ComputeAdjoint::buildRead(ArrayRef<unsigned> seen, unsigned slot,
                                    RankedTensorType type) {
  SmallVector<AffineExpr> loops(extents.size(),
                                builder.getAffineConstantExpr(0));
  for (auto [position, loop] : llvm::enumerate(seen))
    loops[loop] = builder.getAffineDimExpr(position);
  OperandSpec read = getOperandSpecs(forward)[slot];
  read.map = read.map.replaceDimsAndSymbols(loops, {}, seen.size(), 0);
  if (read.guard)
    read.guard = read.guard.replaceDimsAndSymbols(loops, {}, seen.size(), 0);
  SmallVector<std::string> names = getLoopNames(forward), loopNames;
  for (unsigned loop : seen)
    loopNames.push_back(names[loop]);
  return createRead(builder, placeOf(slot), read, type, loopNames);
}

FailureOr<Value> ComputeAdjoint::sumThenGather(unsigned slot,
                                               ScalarAdjoint &body) {
  SmallVector<unsigned> seen = findSeenLoops(slot);
  Plan plan = planSums(seen, slot);
  Value sums = emit(plan, body);
  ComputeOp read =
      buildRead(seen, slot, cast<RankedTensorType>(sums.getType()));
  AdjointOptions gatherOnly = options;
  gatherOnly.partialSums = false;
  Detour way{forward, slot, makeProblem(slot), seen, plan.inversion};
  ComputeAdjoint gatherer(builder, read, sums, rules, gatherOnly);
  gatherer.detour = &way;
  FailureOr<Value> gradient = gatherer.differentiate({0});
  read.erase();
  if (!gatherer.isRefuted)
    return gradient;
  if (sums.use_empty())
    sums.getDefiningOp()->erase();
  return scatter(slot, body);
}
