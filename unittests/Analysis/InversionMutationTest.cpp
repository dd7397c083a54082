//===- InversionMutationTest.cpp - proofs find every planted error --------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Every inversion of the corpus is damaged in one place, in every way and place
// there is: guards dropped, shifted or scaled, boxes a step too long or short,
// free loops dropped or added, coefficients and constants of the maps changed.
// Whether the mutant is still right is decided by enumeration (a longer box,
// for instance, may be held back by guards), and the proof has to say the same.
//
// A mutant keeps the certificate of the inversion it comes from, which then
// often does not fit; that must not turn a right one into a wrong one.
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Enumeration.h"
#include "Neo/Analysis/InversionProof.h"
#include "llvm/Support/raw_ostream.h"

using namespace neo;
using namespace neo::test;

namespace {

class Mutants {
public:
  explicit Mutants(const Inversion &original) : original(original) {
    mutateGuards();
    mutateBox();
    mutateMaps();
  }
  std::vector<Inversion> list;

private:
  template <typename Change> void add(Change change) {
    list.push_back(original);
    change(list.back());
  }
  void mutateGuards();
  void mutateBox();
  void mutateMaps();

  const Inversion &original;
};

} // namespace

/// One variable more or less, or a constant.
static std::vector<Form> smallForms(unsigned numVariables) {
  std::vector<Form> forms = {Form(1), Form(-1)};
  for (unsigned id = 0; id < numVariables; ++id) {
    forms.push_back(Form::variable(id));
    forms.push_back(-Form::variable(id));
  }
  return forms;
}

static unsigned numVariables(const Inversion &inversion) {
  return inversion.rank() + inversion.freeExtents.size();
}

void Mutants::mutateGuards() {
  for (unsigned i = 0; i < original.guards.size(); ++i) {
    add([&](Inversion &m) { m.guards.erase(m.guards.begin() + i); });
    add([&](Inversion &m) { m.guards[i].isEquality ^= true; });
    add([&](Inversion &m) { m.guards[i].form = -m.guards[i].form; });
    for (const Form &form : smallForms(numVariables(original)))
      add([&](Inversion &m) { m.guards[i].form += form; });
  }
}

void Mutants::mutateBox() {
  for (unsigned k = 0; k < original.freeExtents.size(); ++k) {
    add([&](Inversion &m) { --m.freeExtents[k]; });
    add([&](Inversion &m) { ++m.freeExtents[k]; });
    add([&](Inversion &m) { m.freeExtents[k] = 1; });
  }
  // A loop that nothing depends on: every reader is visited twice.
  add([&](Inversion &m) {
    m.freeExtents.push_back(2);
    m.freeValues.push_back(Form());
  });
}

void Mutants::mutateMaps() {
  for (unsigned l = 0; l < original.loops.size(); ++l) {
    add([&](Inversion &m) { m.loops[l] = Form(); });
    add([&](Inversion &m) { m.loops[l] = -m.loops[l]; });
    for (unsigned other = 0; other < l; ++other)
      add([&](Inversion &m) { std::swap(m.loops[l], m.loops[other]); });
    for (const Form &form : smallForms(numVariables(original)))
      add([&](Inversion &m) { m.loops[l] += form; });
    // floor(e / V) becomes floor((e + 1) / V).
    auto shift = [&](const Atom &atom) -> std::optional<Form> {
      if (atom.isVariable())
        return std::nullopt;
      return Form::floorDiv(atom.numerator() + Form(1), atom.divisor(), {});
    };
    add([&](Inversion &m) { m.loops[l] = m.loops[l].rewrite(shift, {}); });
  }
}

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
