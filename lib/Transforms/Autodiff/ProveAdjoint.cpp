//===- ProveAdjoint.cpp - Gradients are proven before they are built ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ProveAdjoint.h"

#include "Neo/Analysis/InversionPrinter.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "llvm/ADT/STLExtras.h"

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
        << "' needs a longer search than the budget allows; at smaller extents "
           "every point is visited instead";
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

LogicalResult ComputeAdjoint::prove(const Plan &plan,
                                    const ResidueSplit &split) {
  bool isWrong = false;
  auto proveOne = [&](const InversionProblem &problem,
                      const Inversion &inversion) {
    isWrong |= proveAdjoint(forward, plan.slot, problem, inversion) ==
               Verdict::Different;
  };
  if (options.prove)
    forEachInversion(plan.problem, plan.inversion, split, proveOne);
  return failure(isWrong);
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

void ComputeAdjoint::explain(const Plan &plan, const ResidueSplit &split) {
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
}
