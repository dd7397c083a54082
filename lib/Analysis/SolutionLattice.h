//===- SolutionLattice.h - all integer solutions of a system ----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Second stage of the inversion: A u = b(z) is solved for the integer vector u.
// With the column Hermite form A U = H,
//
//     u = origin(z) + directions * tau,         tau any integer vector,
//
// and a solution exists iff certain forms of z vanish: `(z + 1) mod 2 == 0` for
// a pivot 2, or `z0 - z1 == 0` for a diagonal. After this stage congruences
// involve z only: so an inverted strided access has no wasted iterations.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_SOLUTIONLATTICE_H
#define NEO_LIB_ANALYSIS_SOLUTIONLATTICE_H

#include "LatticeMatrix.h"
#include "LinearSystem.h"

namespace neo {

struct SolutionLattice {
  /// A particular solution per unknown, as a form in z.
  llvm::SmallVector<Form, 8> origin;
  /// One row per unknown, one column per dimension of tau.
  IntMatrix directions{0, 0};
  /// The forms in z that are 0 where a solution exists.
  llvm::SmallVector<Form, 4> conditions;

  unsigned dimension() const { return directions.getNumColumns(); }
};

/// nullopt if no z has a solution.
std::optional<SolutionLattice> solve(const LinearSystem &system);

/// factor * form; overflowed if the factor exceeds 64 bits.
Form scaled(const Form &form, const llvm::DynamicAPInt &factor);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_SOLUTIONLATTICE_H
