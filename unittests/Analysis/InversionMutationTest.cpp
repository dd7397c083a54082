//===- InversionMutationTest.cpp - proofs find every planted error --------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Every inversion of the corpus is damaged in one place (Mutants.h). Whether
// the mutant is still right is decided by enumeration, and the proof has to say
// the same; a certificate that no longer fits must not turn a right one into a
// wrong one.
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Enumeration.h"
#include "Mutants.h"
#include "Neo/Analysis/InversionProof.h"
#include "llvm/Support/raw_ostream.h"

using namespace neo;
using namespace neo::test;

TEST(InversionMutation, TheProofAgreesWithEnumeration) {
  unsigned caught = 0, harmless = 0, walked = 0;
  for (const CorpusAccess &access : corpus()) {
    const NamedProblem &named = access.named;
    Readers readers(named.problem);
    Inversion inversion = invert(named.problem);
    for (const Inversion &mutant : Mutants(inversion).list) {
      bool isRight = bool(readers.match(mutant));
      InversionProof proof = proveInversion(named.problem, mutant);
      EXPECT_EQ(proof.isEqual(), isRight)
          << access.name << ": " << toString(mutant, named.loopNames);
      EXPECT_EQ(proof.isDifferent(), !isRight)
          << access.name << ": " << toString(mutant, named.loopNames);
      ++(isRight ? harmless : caught);
      walked +=
          !isRight &&
          !proveInversion(named.problem, mutant, /*maxWalk=*/0).isDifferent();
    }
  }
  llvm::outs() << caught << " wrong mutants caught, " << walked
               << " of them by visiting points; " << harmless
               << " harmless ones accepted\n";
  llvm::outs().flush();
  EXPECT_GT(caught, 1000u);
}
