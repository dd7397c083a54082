//===- Mutants.h - inversions with one planted error ------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An inversion is damaged in one place, in every way and place there is: guards
// dropped, shifted or scaled, boxes a step too long or short, free loops
// dropped or added, coefficients and constants of the maps changed. Not every
// mutant is wrong: a longer box, for instance, may be held back by guards.
//
// A mutant keeps the certificate of the inversion it comes from, which then
// often does not fit.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_MUTANTS_H
#define NEO_UNITTESTS_ANALYSIS_MUTANTS_H

#include "Neo/Analysis/IndexInversion.h"

#include <vector>

namespace neo::test {

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

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_MUTANTS_H
