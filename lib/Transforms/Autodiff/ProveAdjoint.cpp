//===- ProveAdjoint.cpp - Gradients are proven before they are built ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ProveAdjoint.h"

#include "Neo/Analysis/ComposedInversion.h"
#include "Neo/Analysis/InversionPrinter.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace neo;

using Verdict = InversionProof::Verdict;

static void reportDifference(ComputeOp op, unsigned slot,
                             const InversionProblem &problem,
                             const InversionProof &proof) {
  SmallVector<std::string> names = getLoopNames(op);
  auto point = ArrayRef(proof.counterexample);
  InFlightDiagnostic error =
      op.emitWarning("internal error: gathering the gradient of operand #")
      << slot << " is wrong at element (";
  llvm::interleaveComma(point.take_front(problem.rank()), error);
  error << ") and the loops (";
  llvm::interleaveComma(point.drop_front(problem.rank()), error);
  error << ") of '" << toString(problem, names)
        << "': it is scattered instead, which is right; please report this "
           "access";
}

Verdict neo::proveAdjoint(ComputeOp op, unsigned slot,
                          const InversionProblem &problem,
                          const Inversion &inversion) {
  InversionProof proof = proveInversion(problem, inversion);
  if (proof.verdict == Verdict::Different)
    reportDifference(op, slot, problem, proof);
  if (proof.verdict == Verdict::Unknown)
    op.emitRemark("the gradient of operand #")
        << slot << " is built but not proven: its index '"
        << toString(problem, getLoopNames(op))
        << "' is beyond what the proof can decide; at smaller extents every "
           "point is visited instead";
  return proof.verdict;
}

/// Calls `visit` for every inversion that the gradient is built from, and the
/// problem that each solves.
static void forEachInversion(
    const InversionProblem &problem, const Inversion &whole,
    const ResidueSplit &split,
    function_ref<void(const InversionProblem &, const Inversion &)> visit) {
  if (!split.isSplit())
    return visit(problem, whole);
  InversionProblem part = problem;
  part.stride = split.stride;
  for (const ResiduePiece &piece : split.pieces) {
    part.phase = piece.phase;
    visit(part, piece.inversion);
  }
}

bool ComputeAdjoint::isWrong(unsigned slot, const InversionProblem &problem,
                             const Inversion &inversion) {
  return options.prove &&
         proveAdjoint(forward, slot, problem, inversion) == Verdict::Different;
}

/// Is the composition of sums and gather refuted?
bool ComputeAdjoint::isWrongWay(const InversionProblem &gathered,
                                const Inversion &inversion) {
  InversionProblem whole = detour->problem;
  whole.stride = gathered.stride;
  whole.phase = gathered.phase;
  Inversion both =
      composeInversions(inversion, detour->sums, detour->seen, whole.extents);
  return options.prove && proveAdjoint(detour->forward, detour->slot, whole,
                                       both) == Verdict::Different;
}

LogicalResult ComputeAdjoint::prove(const Plan &plan,
                                    const ResidueSplit &split) {
  auto proveOne = [&](const InversionProblem &problem,
                      const Inversion &inversion) {
    isRefuted |= detour ? isWrongWay(problem, inversion)
                        : isWrong(plan.slot, problem, inversion);
  };
  forEachInversion(plan.problem, plan.inversion, split, proveOne);
  return failure(isRefuted);
}

/// ` of elements (z0, 2 * z1 + 1)`: a residue class; nothing for all elements.
static std::string describeClass(const InversionProblem &problem) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned d = 0; d < problem.stride.size(); ++d) {
    os << (d ? ", " : " of elements (");
    if (problem.stride[d] > 1)
      os << problem.stride[d] << " * ";
    os << "z" << d;
    if (problem.phase[d] > 0)
      os << " + " << problem.phase[d];
  }
  os << (problem.stride.empty() ? "" : ")");
  return text;
}

/// `gathered: 24 iterations for 15 terms`: a form and its cost.
static std::string describeForm(AdjointForm form, size_t pieces,
                                double iterations, double terms) {
  auto cost = [&](double count) {
    return llvm::formatv("{0:F0} iterations for {1:F0} terms", count, terms)
        .str();
  };
  switch (form) {
  case AdjointForm::none:
    return "zero: nothing is read";
  case AdjointForm::gather:
    return "gathered: " + cost(iterations);
  case AdjointForm::pieces:
    return llvm::formatv("gathered in {0} residue classes: ", pieces).str() +
           cost(iterations);
  case AdjointForm::sums:
    return "gathered from sums that are made first: " + cost(terms) +
           llvm::formatv(" instead of {0:F0}", iterations).str();
  case AdjointForm::scatter:
    return "scattered: " + cost(terms) +
           llvm::formatv(" instead of {0:F0}", iterations).str();
  }
  return "";
}

void ComputeAdjoint::explain(const Plan &plan, const ResidueSplit &split,
                             AdjointForm form) {
  if (!options.explain)
    return;
  SmallVector<std::string> names = getLoopNames(forward);
  InFlightDiagnostic remark = forward.emitRemark("operand #")
                              << plan.slot << " is read by "
                              << neo::toString(plan.problem, names);
  auto note = [&](const InversionProblem &problem, const Inversion &inversion) {
    remark.attachNote() << "the inverse" << describeClass(problem) << " is "
                        << neo::toString(inversion, names);
  };
  forEachInversion(plan.problem, plan.inversion, split, note);
  double iterations =
      form == AdjointForm::none ? 0 : countIterations(plan.inversion, split);
  remark.attachNote() << "the gradient is "
                      << describeForm(form, split.pieces.size(), iterations,
                                      countTerms());
}
