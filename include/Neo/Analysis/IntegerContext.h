//===- IntegerContext.h - what integer constraints imply --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A context is a box and a conjunction of constraints on quasi-affine forms. It
// computes bounds of a form under these constraints, and decides whether they
// imply form >= 0:
//
//     x in [0, 9],  x - 2 * (x floordiv 2) == 0     implies     x <= 8
//
// Floors become variables of a linear program, tied to their dividend by
// 0 <= e - V q <= V - 1. `bounds` rounds the rational optimum: sound, perhaps
// loose. `implies` looks for an integer counterexample by branch and bound,
// with a fixed number of nodes; false therefore means "not proven". (x <= 8
// above needs the search: rationally, x = 9 with q = 4.5 is feasible.)
//
// An infeasible context is legal and implies everything.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INTEGERCONTEXT_H
#define NEO_ANALYSIS_INTEGERCONTEXT_H

#include "Neo/Analysis/Form.h"
#include "mlir/Analysis/Presburger/Simplex.h"

namespace neo {

struct Guard;

class IntegerContext {
public:
  /// The points of a box, and those of them where all `guards` hold.
  explicit IntegerContext(BoxRef box);
  IntegerContext(BoxRef box, llvm::ArrayRef<Guard> guards);

  /// Searches also count against `nodes`, a budget that several contexts may
  /// share: one limit for a whole derivation.
  void setBudget(unsigned *nodes) { budget = nodes; }

  /// Keeps the points where form >= 0, where it is 0, where a guard holds. The
  /// variables of a form are those of the box.
  void addNonNegative(const Form &form);
  void addZero(const Form &form);
  void add(const Guard &guard);

  /// Does a rational point exist? (False proves that no integer point does.)
  bool isFeasible() const { return !simplex.isEmpty(); }
  /// Is it proven that no integer point exists?
  bool provesEmpty();
  /// An interval that holds the values of the form at all integer points;
  /// empty if the context is infeasible.
  Interval bounds(const Form &form);
  /// Is it proven that the guard holds at every integer point?
  bool implies(const Guard &guard);
  /// The same for `form >= 0`.
  bool implies(const Form &form);

private:
  using Row = llvm::SmallVector<llvm::DynamicAPInt, 8>;

  /// Column of an atom; a new floor is appended with its definition.
  unsigned columnOf(const Atom &atom);
  Row rowOf(const Form &form);
  /// Searches for an integer point; nullopt if the nodes run out.
  std::optional<bool> hasIntegerPoint(unsigned &nodes);

  mlir::presburger::Simplex simplex;
  unsigned numVariables;
  unsigned *budget = nullptr;
  llvm::SmallVector<Atom, 4> floors;
};

} // namespace neo

#endif // NEO_ANALYSIS_INTEGERCONTEXT_H
