//===- Substitution.h - the chosen rows as loops ----------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Fourth stage of the inversion. For every pick, unimodular column operations
// make its row (g, 0 .. 0), so that w_c = w0_c + g tau_1, and
//
//     tau_1 := t - floor((w0_c - lo) / g)
//
// counts the values of w_c from lo on: t = 0, 1, ... A shift of the integers is
// a bijection, so z and all t together enumerate every solution exactly once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_SUBSTITUTION_H
#define NEO_LIB_ANALYSIS_SUBSTITUTION_H

#include "RowChoice.h"
#include "SolutionLattice.h"

namespace neo {

/// The unknowns as forms in z and t.
struct Parametrisation {
  /// Ranges of z, then of t.
  Box box;
  /// One value per unknown of the system.
  llvm::SmallVector<Form, 8> values;
  /// One value per t, as a form in the forward loops.
  llvm::SmallVector<Form, 4> freeValues;
  /// See Inversion::moduli.
  llvm::SmallVector<int64_t, 4> moduli;
};

/// Row c of the result is the direction of candidate c: n_c above.
IntMatrix candidateDirections(const LinearSystem &system,
                              const SolutionLattice &lattice);

Parametrisation substitute(const LinearSystem &system,
                           const SolutionLattice &lattice,
                           const IntMatrix &directions,
                           const RowSequence &sequence);

/// A form over the loops, by the values of the unknowns.
Form evaluate(const LinearSystem &system, const Form &form,
              llvm::ArrayRef<Form> values);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_SUBSTITUTION_H
