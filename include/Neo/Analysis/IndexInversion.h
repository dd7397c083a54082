//===- IndexInversion.h - inverting quasi-affine accesses -------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An operator reads element f(x) of a tensor at every point x of its loops
// where the guard g(x) holds. Its gradient needs the opposite: for every
// element z, all x that read it. This analysis turns the one into the other,
// exactly:
//
// (C)  for every z, the map t -> loops(z, t) is a bijection from
//      { t in the free box : guards(z, t) }  onto
//      { x in the loop box : g(x) and f(x) = z }.
//
// So a gradient gathers (each z sums over its own t) and never scatters.
//
// Worked example, a convolution with stride 2 that reads A[2 p + r - 1] for
// p in [0, 56), r in [0, 3). The equation 2 p + r = z + 1 has the integer
// solutions
//
//     r = (z + 1) mod 2 + 2 t,       p = (z + 1) floordiv 2 - t.
//
// r must lie in [0, 2], so t in [0, 1] covers every solution; surplus points of
// the box are excluded by the guards `r <= 2` and `0 <= p <= 55`. Elements of
// other parity are not visited: the congruence moved into `mod` and no t is
// wasted on it. (Choosing p as the free loop would cost 56 iterations for the
// same two contributions.)
//
// The stages, one file each:
//
//   LinearSystem      floors become unknowns; equations, bounds, candidate rows
//   SolutionLattice   Hermite form: all integer solutions, u = u0(z) + N tau;
//                     solvability is a set of guards on z alone
//   RowChoice         which rows become the free loops, with the smallest box
//   Substitution      the rows chosen turn tau into t
//   Pruning           bounds of t, and only those guards that are not implied
//
// Why it is exact: quotients and remainders are unique, the Hermite transform
// is unimodular, every step of the substitution is a bijection of the integers,
// and a guard is dropped only when those that stay imply it. Where the linear
// programs are incomplete a guard may stay or a box may be loose; the result is
// never wrong.
//
// Variables of the result: z_d is variable d (d < rank); t_k is rank + k.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INDEXINVERSION_H
#define NEO_ANALYSIS_INDEXINVERSION_H

#include "Neo/Analysis/Form.h"

namespace neo {

/// `form >= 0`, or `form == 0`.
struct Guard {
  Form form;
  bool isEquality = false;

  bool operator==(const Guard &other) const {
    return isEquality == other.isEquality && form == other.form;
  }
};

/// A form with a known range: a mod as it occurs in the access.
struct ModForm {
  Form form;
  Interval range;
};

/// tensor[index] read where all guards hold. Variables are the loops.
struct Access {
  llvm::SmallVector<int64_t, 4> shape;
  llvm::SmallVector<Form, 4> index;
  llvm::SmallVector<Guard, 2> guards;
  /// Every `e mod V` in the index and the guards, with [0, V - 1]: hints that
  /// help to find a smaller box, never needed for correctness.
  llvm::SmallVector<ModForm, 2> forms;
};

/// "Which loop points read element z of the access?"
struct InversionProblem {
  /// Extents of all loops: output loops, then reduction loops.
  llvm::SmallVector<int64_t, 8> extents;
  Access access;
  /// Guards of other operands outside which the contribution is zero anyway.
  llvm::SmallVector<Guard, 2> absorbed;
  /// Restricts the problem to the elements stride_d * z_d + phase_d; empty:
  /// all.
  llvm::SmallVector<int64_t, 4> stride;
  llvm::SmallVector<int64_t, 4> phase;

  unsigned rank() const { return access.shape.size(); }
  int64_t strideOf(unsigned dim) const {
    return stride.empty() ? 1 : stride[dim];
  }
  int64_t phaseOf(unsigned dim) const { return phase.empty() ? 0 : phase[dim]; }
  /// Number of elements of the class { stride * z + phase } in dimension dim.
  int64_t classExtent(unsigned dim) const;
};

struct Inversion {
  /// No loop point reads any element: the gradient is zero.
  bool empty = false;
  /// The coefficients overflowed 64 bits; the other fields are invalid.
  bool overflow = false;
  /// Extents of z: the access's shape, or its residue class.
  llvm::SmallVector<int64_t, 4> elementExtents;
  /// Extents (> 1) of the free loops t, in the order of the forward loops.
  llvm::SmallVector<int64_t, 4> freeExtents;
  llvm::SmallVector<Guard, 4> guards;
  /// loops[l] is forward loop l as a form in z and t. Under the guards it is in
  /// bounds; outside it is unspecified.
  llvm::SmallVector<Form, 8> loops;
  /// freeValues[k] is free loop k as a form in the forward loops: the inverse
  /// map, from a solution to its t. A certificate for the proof
  /// (InversionProof.h); the gradient does not use it.
  llvm::SmallVector<Form, 4> freeValues;
  /// For every dimension the modulus of z on whose residues the number of
  /// solutions depends; 1 if it does not. Input of `splitByResidue`.
  llvm::SmallVector<int64_t, 4> moduli;
  /// Guards over the forward loops that hold under this inversion's guards.
  llvm::SmallVector<Guard, 4> established;

  unsigned rank() const { return elementExtents.size(); }
  bool isValid() const { return !overflow; }
  /// Ranges of z and t.
  Box box() const;
  /// Iterations per element: the product of the free extents.
  int64_t freeVolume() const;
  /// Does the guard depend on a free loop (or only on z)?
  bool isFree(const Guard &guard) const {
    return guard.form.usesVariable(rank(), rank() + freeExtents.size());
  }

  /// A form over the forward loops, as a form over z and t.
  Form pullBack(const Form &form) const;
  /// Those of `guards` (over the forward loops), pulled back, that the
  /// inversion's own guards and box do not already imply.
  llvm::SmallVector<Guard, 2> pullBack(llvm::ArrayRef<Guard> guards) const;
};

/// Solves the problem. Always terminates quickly: all searches are bounded, and
/// a search that is cut short costs box volume or guards, not exactness.
Inversion invert(const InversionProblem &problem);

} // namespace neo

#endif // NEO_ANALYSIS_INDEXINVERSION_H
