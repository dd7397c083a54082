//===- Mutants.cpp - inversions with one planted error --------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

using namespace neo;
using namespace neo::test;

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
