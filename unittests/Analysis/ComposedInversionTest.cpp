//===- ComposedInversionTest.cpp - sums and their gather, together --------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Each access of the corpus is taken apart: into sums over the loops that it
// does not see, and the gather of these. Put together again they must be proven
// an inverse of the access, and what a mutant of either makes of it must be
// judged as enumeration does.
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ComposedInversion.h"

#include "Corpus.h"
#include "Enumeration.h"
#include "Mutants.h"
#include "Neo/Analysis/InversionProof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace neo;
using namespace neo::test;

namespace {
/// An access in two steps: its seen loops as a tensor, and what reads that.
struct TwoSteps {
  explicit TwoSteps(const InversionProblem &whole);

  Inversion compose(const Inversion &gathered, const Inversion &summed) const {
    return composeInversions(gathered, summed, seen, sums.extents);
  }

  llvm::SmallVector<unsigned> seen;
  InversionProblem sums, gather;
};
} // namespace

TwoSteps::TwoSteps(const InversionProblem &whole) {
  const Access &access = whole.access;
  auto sees = [&](unsigned loop) {
    auto uses = [&](const Form &form) { return form.usesVariable(loop); };
    auto guards = [&](const Guard &guard) { return uses(guard.form); };
    return llvm::any_of(access.index, uses) ||
           llvm::any_of(access.guards, guards);
  };
  llvm::SmallVector<Form, 8> values(whole.extents.size());
  sums.extents = whole.extents;
  // Backwards, so that a dimension of the sums is not the loop it is made of.
  for (unsigned loop = whole.extents.size(); loop-- > 0;) {
    if (!sees(loop))
      continue;
    values[loop] = Form::variable(seen.size());
    seen.push_back(loop);
    sums.access.index.push_back(Form::variable(loop));
    sums.access.shape.push_back(whole.extents[loop]);
    gather.extents.push_back(whole.extents[loop]);
  }
  Box box = boxOfExtents(gather.extents);
  gather.access.shape = access.shape;
  for (const Form &form : access.index)
    gather.access.index.push_back(form.substitute(values, box));
  for (const Guard &guard : access.guards)
    gather.access.guards.push_back(
        {guard.form.substitute(values, box), guard.isEquality});
}

TEST(ComposedInversion, TheCorpusInTwoStepsIsProven) {
  unsigned withSums = 0;
  for (const CorpusAccess &access : corpus()) {
    const InversionProblem &problem = access.named.problem;
    if (!problem.absorbed.empty())
      continue;
    TwoSteps steps(problem);
    withSums += steps.seen.size() < problem.extents.size();
    Inversion whole = steps.compose(invert(steps.gather), invert(steps.sums));
    EXPECT_TRUE(Readers(problem).match(whole)) << access.name;
    EXPECT_TRUE(proveInversion(problem, whole).isEqual()) << access.name;
  }
  EXPECT_GT(withSums, 80u);
}

/// What the proof says of a mutant of one of the steps.
static void judge(const CorpusAccess &access, const Readers &readers,
                  const Inversion &whole, unsigned &caught) {
  bool isRight = bool(readers.match(whole));
  InversionProof proof = proveInversion(access.named.problem, whole);
  EXPECT_EQ(proof.isEqual(), isRight) << access.name;
  EXPECT_EQ(proof.isDifferent(), !isRight) << access.name;
  caught += !isRight;
}

TEST(ComposedInversion, MutantsOfBothStepsAreCaught) {
  unsigned ofSums = 0, ofGathers = 0;
  for (const CorpusAccess &access : corpus()) {
    const InversionProblem &problem = access.named.problem;
    TwoSteps steps(problem);
    if (!problem.absorbed.empty() ||
        steps.seen.size() == problem.extents.size())
      continue;
    Readers readers(problem);
    Inversion gather = invert(steps.gather), sums = invert(steps.sums);
    for (const Inversion &mutant : Mutants(sums).list)
      judge(access, readers, steps.compose(gather, mutant), ofSums);
    for (const Inversion &mutant : Mutants(gather).list)
      judge(access, readers, steps.compose(mutant, sums), ofGathers);
  }
  llvm::outs() << ofSums << " wrong sums and " << ofGathers
               << " wrong gathers caught\n";
  llvm::outs().flush();
  EXPECT_GT(ofSums, 500u);
  EXPECT_GT(ofGathers, 500u);
}
