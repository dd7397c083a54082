//===- IndexInversion.cpp - inverting quasi-affine accesses ---------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/IndexInversion.h"
#include "Neo/Analysis/IntegerContext.h"
#include "Pruning.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace neo;

/// Nodes of all searches of one inversion. 99 of 100 random accesses with
/// nested floors need fewer than 1100, a convolution some ten; a node costs
/// about 25 microseconds.
static constexpr unsigned maxInversionNodes = 2000;

//===----------------------------------------------------------------------===//
// Problem and result
//===----------------------------------------------------------------------===//

int64_t InversionProblem::classExtent(unsigned dim) const {
  int64_t left = access.shape[dim] - phaseOf(dim);
  return left <= 0 ? 0 : (left - 1) / strideOf(dim) + 1;
}

Box Inversion::box() const {
  Box box = boxOfExtents(elementExtents);
  box.append(boxOfExtents(freeExtents));
  return box;
}

int64_t Inversion::freeVolume() const {
  uint64_t volume = empty ? 0 : 1;
  for (int64_t extent : freeExtents)
    volume = llvm::SaturatingMultiply(volume, uint64_t(extent));
  return std::min(volume, uint64_t(Interval::infinity));
}

Form Inversion::pullBack(const Form &form) const {
  return form.substitute(loops, box());
}

llvm::SmallVector<Guard, 2>
Inversion::pullBack(llvm::ArrayRef<Guard> forward) const {
  llvm::SmallVector<Guard, 2> result;
  IntegerContext context(box(), guards);
  for (const Guard &guard : forward) {
    if (llvm::is_contained(established, guard))
      continue;
    Guard pulled{pullBack(guard.form), guard.isEquality};
    if (!context.implies(pulled))
      result.push_back(std::move(pulled));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The stages in order
//===----------------------------------------------------------------------===//

/// The cost of an inversion, compared lexicographically: iterations, guards in
/// the innermost loop, guards outside, arithmetic.
static std::tuple<int64_t, unsigned, unsigned, unsigned>
costOf(const Inversion &inversion) {
  unsigned freeGuards = 0, terms = 0;
  for (const Guard &guard : inversion.guards) {
    freeGuards += inversion.isFree(guard);
    terms += guard.form.complexity();
  }
  for (const Form &loop : inversion.loops)
    terms += loop.complexity();
  return {inversion.freeVolume(), freeGuards, unsigned(inversion.guards.size()),
          terms};
}

/// Do the forms of the problem itself overflow 64 bits?
static bool isOverflowed(const InversionProblem &problem) {
  auto isBad = [](const Form &form) { return form.overflowed(); };
  auto isBadGuard = [](const Guard &guard) { return guard.form.overflowed(); };
  return llvm::any_of(problem.access.index, isBad) ||
         llvm::any_of(problem.access.guards, isBadGuard) ||
         llvm::any_of(problem.absorbed, isBadGuard);
}

/// A result without solutions, or an overflowed one.
static Inversion failedInversion(const InversionProblem &problem,
                                 bool overflow) {
  Inversion result;
  result.empty = !overflow;
  result.overflow = overflow;
  for (unsigned dim = 0; dim < problem.rank(); ++dim)
    result.elementExtents.push_back(problem.classExtent(dim));
  result.moduli.assign(problem.rank(), 1);
  return result;
}

Inversion neo::invert(const InversionProblem &problem) {
  if (isOverflowed(problem))
    return failedInversion(problem, /*overflow=*/true);
  std::optional<LinearSystem> system = linearise(problem);
  if (!system)
    return failedInversion(problem, /*overflow=*/false);
  std::optional<SolutionLattice> lattice = solve(*system);
  if (!lattice)
    return failedInversion(problem, /*overflow=*/false);

  IntMatrix directions = candidateDirections(*system, *lattice);
  unsigned searchNodes = maxInversionNodes;
  std::optional<Inversion> best;
  for (const RowSequence &rows : chooseRows(system->candidates, directions)) {
    Parametrisation solution = substitute(*system, *lattice, directions, rows);
    Inversion next =
        prune(problem, *system, lattice->conditions, solution, searchNodes);
    // One proof of emptiness is enough; an overflow is only a bad choice.
    if (next.empty)
      return failedInversion(problem, /*overflow=*/false);
    if (!best || (best->overflow && !next.overflow) ||
        (!next.overflow && costOf(next) < costOf(*best)))
      best = std::move(next);
    if (searchNodes == 0)
      break;
  }
  // Without a candidate of a bounded range there is no sequence.
  return best ? std::move(*best) : failedInversion(problem, /*overflow=*/true);
}
