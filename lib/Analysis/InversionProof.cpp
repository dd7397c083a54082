//===- InversionProof.cpp - an independent check of inversions ------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/InversionProof.h"
#include "GraphWalk.h"
#include "ProofContext.h"

using namespace neo;

using Answer = ProofContext::Answer;
using Verdict = InversionProof::Verdict;
using Point = ProofContext::Point;

namespace {

/// The symbolic proof; the verdict is Unknown if it is not decided.
class Prover {
public:
  Prover(const InversionProblem &problem, const Inversion &inversion,
         bool reduces = false);
  InversionProof run() const;

private:
  using Guards = llvm::SmallVector<Guard, 16>;

  Guards forwardGuards() const;
  Form pullBack(const Form &form) const;
  Guards claimsOnVisited() const;
  Guards certificateClaims() const;
  Guards claimsOnReaders() const;
  Answer isVisited(const Point &element, const Point &loops) const;
  InversionProof proveEmpty() const;
  InversionProof lookForDouble(const Point &point) const;
  InversionProof proveVisitsAreReads() const;
  InversionProof proveReadsAreVisited() const;

  const InversionProblem &problem;
  const Inversion &inversion;
  bool reduces;
  /// The ranges of x, and of z and t.
  Box loopBox, freeBox;
  /// z and t as forms in x.
  llvm::SmallVector<Form, 8> found;
};

} // namespace

Prover::Prover(const InversionProblem &problem, const Inversion &inversion,
               bool reduces)
    : problem(problem), inversion(inversion), reduces(reduces),
      loopBox(boxOfExtents(problem.extents)), freeBox(inversion.box()) {
  for (unsigned dim = 0; dim < problem.rank(); ++dim)
    found.push_back(
        Form::floorDiv(problem.access.index[dim] - Form(problem.phaseOf(dim)),
                       problem.strideOf(dim), loopBox));
  found.append(inversion.freeValues.begin(), inversion.freeValues.end());
}

static void addRange(llvm::SmallVectorImpl<Guard> &guards, const Form &form,
                     int64_t extent) {
  guards.push_back({form, false});
  guards.push_back({Form(extent - 1) - form, false});
}

/// What holds where x reads an element z of the class, z = found(x).
Prover::Guards Prover::forwardGuards() const {
  Guards guards;
  guards.append(problem.access.guards.begin(), problem.access.guards.end());
  guards.append(problem.absorbed.begin(), problem.absorbed.end());
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    Form read = problem.access.index[dim] - Form(problem.phaseOf(dim));
    Form rest = read.addScaled(found[dim], -problem.strideOf(dim));
    if (!rest.isConstant() || rest.constant() != 0 || rest.overflowed())
      guards.push_back({rest, true});
    addRange(guards, found[dim], inversion.elementExtents[dim]);
  }
  return guards;
}

Form Prover::pullBack(const Form &form) const {
  return form.substitute(inversion.loops, freeBox);
}

/// Over z and t: w(z, t) is a loop point that reads z.
Prover::Guards Prover::claimsOnVisited() const {
  Guards claims;
  for (auto [loop, extent] : llvm::zip_equal(inversion.loops, problem.extents))
    addRange(claims, loop, extent);
  for (const auto *guards : {&problem.access.guards, &problem.absorbed})
    for (const Guard &guard : *guards)
      claims.push_back({pullBack(guard.form), guard.isEquality});
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    Form element = Form::variable(dim) * problem.strideOf(dim) +
                   Form(problem.phaseOf(dim));
    claims.push_back({pullBack(problem.access.index[dim]) - element, true});
  }
  return claims;
}

/// Over z and t: T(w(z, t)) = t.
Prover::Guards Prover::certificateClaims() const {
  Guards claims;
  for (auto [k, value] : llvm::enumerate(inversion.freeValues))
    claims.push_back(
        {pullBack(value) - Form::variable(problem.rank() + k), true});
  return claims;
}

/// Over x: t(x) is in its box, satisfies the guards, and maps back to x.
Prover::Guards Prover::claimsOnReaders() const {
  auto pulled = [&](const Form &form) {
    return form.substitute(found, loopBox);
  };
  Guards claims;
  for (auto [value, extent] :
       llvm::zip_equal(inversion.freeValues, inversion.freeExtents))
    addRange(claims, value, extent);
  for (const Guard &guard : inversion.guards)
    claims.push_back({pulled(guard.form), guard.isEquality});
  for (auto [l, loop] : llvm::enumerate(inversion.loops))
    claims.push_back({pulled(loop) - Form::variable(l), true});
  return claims;
}

//===----------------------------------------------------------------------===//
// Both directions
//===----------------------------------------------------------------------===//

static bool areOverflowed(llvm::ArrayRef<Guard> guards) {
  return llvm::any_of(
      guards, [](const Guard &guard) { return guard.form.overflowed(); });
}

static Point evaluate(llvm::ArrayRef<Form> forms, const Point &point) {
  Point values;
  for (const Form &form : forms)
    values.push_back(form.evaluate(point));
  return values;
}

static InversionProof differentAt(Point element, const Point &loops) {
  element.append(loops.begin(), loops.end());
  return {Verdict::Different, std::move(element)};
}

InversionProof Prover::proveEmpty() const {
  ProofContext context(loopBox, forwardGuards());
  Answer hasReader = context.hasPoint();
  if (hasReader == Answer::Unknown)
    return {};
  if (hasReader == Answer::No)
    return {Verdict::Equal, {}};
  return differentAt(evaluate(found, context.found()), context.found());
}

/// At a point (z, t) with T(w(z, t)) != t: does T's value visit the same x?
InversionProof Prover::lookForDouble(const Point &point) const {
  Point loops = evaluate(inversion.loops, point);
  Point element(llvm::ArrayRef(point).take_front(problem.rank()));
  Point other = element;
  other.append(evaluate(inversion.freeValues, loops));
  auto isInside = [&](auto pair) {
    return std::get<0>(pair).contains(std::get<1>(pair));
  };
  auto holds = [&](const Guard &guard) {
    int64_t value = guard.form.evaluate(other);
    return guard.isEquality ? value == 0 : value >= 0;
  };
  bool isVisit = llvm::all_of(llvm::zip_equal(freeBox, other), isInside) &&
                 llvm::all_of(inversion.guards, holds) &&
                 evaluate(inversion.loops, other) == loops;
  return isVisit ? differentAt(element, loops) : InversionProof();
}

InversionProof Prover::proveVisitsAreReads() const {
  ProofContext context(freeBox, inversion.guards, reduces);
  for (const Guard &claim : claimsOnVisited()) {
    Answer answer = context.implies(claim);
    if (answer == Answer::Unknown)
      return {};
    if (answer == Answer::Yes)
      continue;
    Point element(llvm::ArrayRef(context.found()).take_front(problem.rank()));
    return differentAt(element, evaluate(inversion.loops, context.found()));
  }
  // Without this an x could be visited twice. It also fails if T is wrong.
  for (const Guard &claim : certificateClaims())
    if (Answer answer = context.implies(claim); answer != Answer::Yes)
      return answer == Answer::No ? lookForDouble(context.found())
                                  : InversionProof();
  return {Verdict::Equal, {}};
}

/// Does any t visit x?
Answer Prover::isVisited(const Point &element, const Point &loops) const {
  Guards guards(inversion.guards.begin(), inversion.guards.end());
  for (auto [dim, z] : llvm::enumerate(element))
    guards.push_back({Form::variable(dim) - Form(z), true});
  for (auto [form, x] : llvm::zip_equal(inversion.loops, loops))
    guards.push_back({form - Form(x), true});
  return ProofContext(freeBox, guards).hasPoint();
}

InversionProof Prover::proveReadsAreVisited() const {
  ProofContext context(loopBox, forwardGuards(), reduces);
  for (const Guard &claim : claimsOnReaders()) {
    Answer answer = context.implies(claim);
    if (answer == Answer::Yes)
      continue;
    if (answer == Answer::Unknown)
      return {};
    Point element = evaluate(llvm::ArrayRef(found).take_front(problem.rank()),
                             context.found());
    return isVisited(element, context.found()) == Answer::No
               ? differentAt(element, context.found())
               : InversionProof();
  }
  return {Verdict::Equal, {}};
}

InversionProof Prover::run() const {
  if (areOverflowed(forwardGuards()) || areOverflowed(inversion.guards))
    return {};
  if (inversion.empty)
    return proveEmpty();
  if (inversion.freeValues.size() != inversion.freeExtents.size())
    return {};
  InversionProof proof = proveVisitsAreReads();
  return proof.isEqual() ? proveReadsAreVisited() : proof;
}

InversionProof neo::proveInversion(const InversionProblem &problem,
                                   const Inversion &inversion,
                                   int64_t maxWalk) {
  if (inversion.overflow)
    return {};
  InversionProof proof = Prover(problem, inversion).run();
  if (proof.verdict == Verdict::Unknown)
    proof = walkGraphs(problem, inversion, maxWalk);
  if (proof.verdict == Verdict::Unknown)
    proof = Prover(problem, inversion, /*reduces=*/true).run();
  return proof;
}
