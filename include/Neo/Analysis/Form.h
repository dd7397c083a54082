//===- Form.h - quasi-affine forms in canonical shape -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A quasi-affine form is an integer combination of variables and of floors of
// such combinations:
//
//     2 * p + r - 1            (z + 1) floordiv 2 - t            (x + 3) mod 7
//
// A Form holds it as   sum_i c_i * atom_i + constant,   where an atom is either
// a variable or floor(form / divisor) with divisor >= 2. There is no "mod"
// atom: e mod V is always   e - V * floor(e / V).   So the quotient and the
// remainder of one dividend share their floor, and
//
//     4 * (x floordiv 4) + x mod 4    is    x
//
// by cancellation, without a rule that looks for matching pairs. Mods reappear
// only when a form is printed (or emitted, see ModTerms).
//
// Floors are canonical (`Form::floorDiv` applies these rules in order):
//
//   1. e floordiv 1 = e
//   2. (e floordiv U + f) floordiv V = (e + U f) floordiv (U V), when that is
//      the only floor V does not divide
//   3. (V a + b) floordiv V = a + b floordiv V
//   4. (g a + c) floordiv (g V) = (a + c floordiv g) floordiv V
//   5. e floordiv V = k, when the ranges of the variables keep e in
//      [k V, k V + V - 1]
//
// so equal forms are usually equal as data, and comparison is structural.
//
// Why not AffineExpr? It keeps div and mod apart, has no ranges, and depends on
// an MLIRContext; the inversion needs cheap vectors for linear algebra. The
// conversion in both directions is a walk over `terms()`.
//
// Coefficients are 64-bit. An operation that would overflow yields a form with
// `overflowed()` set; the flag propagates to everything computed from it, so
// one test at the end suffices.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_FORM_H
#define NEO_ANALYSIS_FORM_H

#include "Neo/Analysis/Interval.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace neo {

class Form;
struct FloorNode;

/// A variable, or floor(numerator / divisor) with divisor >= 2.
class Atom {
public:
  static Atom ofVariable(unsigned id) { return Atom(id, nullptr); }
  static Atom ofFloor(Form numerator, int64_t divisor);

  bool isVariable() const { return !floor; }
  bool isFloor() const { return floor != nullptr; }
  unsigned variable() const { return id; }
  const Form &numerator() const;
  int64_t divisor() const;

  Interval range(BoxRef box) const;

  /// Total structural order: variables by id, then floors. Negative, 0 or
  /// positive like memcmp.
  int compare(const Atom &other) const;
  bool operator==(const Atom &other) const { return compare(other) == 0; }

private:
  Atom(unsigned id, std::shared_ptr<const FloorNode> floor)
      : id(id), floor(std::move(floor)) {}

  unsigned id;
  std::shared_ptr<const FloorNode> floor;
};

/// A quasi-affine form. Value semantics; terms are sorted by atom and have
/// non-zero coefficients.
class Form {
public:
  struct Term {
    int64_t coefficient;
    Atom atom;
  };

  Form(int64_t constant = 0) : constantTerm(constant) {}
  explicit Form(Atom atom);
  static Form variable(unsigned id) { return Form(Atom::ofVariable(id)); }
  /// The result of an operation that overflows 64 bits.
  static Form overflowing();
  /// Canonical floor(form / divisor), divisor >= 1. A variable without an
  /// interval in `box` is taken as unbounded.
  static Form floorDiv(const Form &form, int64_t divisor, BoxRef box);
  /// form - divisor * floor(form / divisor).
  static Form mod(const Form &form, int64_t divisor, BoxRef box);

  llvm::ArrayRef<Term> terms() const { return termList; }
  int64_t constant() const { return constantTerm; }
  bool isConstant() const { return termList.empty(); }
  /// The variable v if the form is exactly v.
  std::optional<unsigned> asVariable() const;
  int64_t coefficient(const Atom &atom) const;
  /// gcd of the coefficients, without the constant; 0 if there are none.
  int64_t content() const;
  /// Does a variable with begin <= id < end occur, inside floors too?
  bool usesVariable(unsigned begin, unsigned end) const;
  bool usesVariable(unsigned id) const { return usesVariable(id, id + 1); }
  /// A measure of the cost of evaluating the form.
  unsigned complexity() const;
  bool overflowed() const { return overflow; }

  Form operator-() const { return *this * -1; }
  Form operator+(const Form &other) const { return addScaled(other, 1); }
  Form operator-(const Form &other) const { return addScaled(other, -1); }
  Form operator*(int64_t factor) const;
  Form &operator+=(const Form &other) { return *this = *this + other; }
  Form &operator-=(const Form &other) { return *this = *this - other; }
  /// this + factor * other.
  Form addScaled(const Form &other, int64_t factor) const;
  /// Divides all coefficients by a common divisor of theirs and rounds the
  /// constant down: the tightest form whose `>= 0` means the same.
  Form tightened() const;

  /// Structural order and equality; deterministic, independent of addresses.
  int compare(const Form &other) const;
  bool operator==(const Form &other) const { return compare(other) == 0; }
  bool operator!=(const Form &other) const { return compare(other) != 0; }

  /// Bounds of the form when the variables range over `box`.
  Interval range(BoxRef box) const;

  /// The value where variable i is point[i].
  int64_t evaluate(llvm::ArrayRef<int64_t> point) const;

  /// Replaces variable i by values[i] for i < values.size() and rebuilds the
  /// floors; `box` holds the ranges of the variables of the values.
  Form substitute(llvm::ArrayRef<Form> values, BoxRef box) const;
  /// Rebuilds the form bottom up, each atom replaced by `replace(atom)`; a
  /// floor whose replacement is nullopt is rebuilt from its parts.
  Form rewrite(llvm::function_ref<std::optional<Form>(const Atom &)> replace,
               BoxRef box) const;
  /// Visits every floor atom, inner ones first; an atom may be met twice.
  void walkFloors(llvm::function_ref<void(const Atom &)> visit) const;

  /// Writes the form as mathematics, e.g. `(z0 + 1) floordiv 2 - t0`.
  using Namer = llvm::function_ref<std::string(unsigned)>;
  void print(llvm::raw_ostream &os, Namer name) const;
  std::string str(Namer name) const;

private:
  friend class FormBuilder;

  llvm::SmallVector<Term, 3> termList;
  int64_t constantTerm = 0;
  bool overflow = false;
};

inline Form operator*(int64_t factor, const Form &form) {
  return form * factor;
}

/// The heap node of a floor atom; immutable and shared.
struct FloorNode {
  Form numerator;
  int64_t divisor;
};

} // namespace neo

#endif // NEO_ANALYSIS_FORM_H
