//===- ProofContext.h - consequences, with counterexamples ------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A box and guards, from which constraints are proven. Each proof uses the
// cheapest method that succeeds:
//
//   1. intervals:            2 * x + 1 >= 0                over x in [0, 9]
//   2. floors that have one value here are replaced by it:
//                            (x - y) floordiv 3 == 0       where x = y + 1
//   3. the rational simplex: x - y >= 0                    where x >= y + 2
//   4. branch and bound:     x <= 8                        where x is even
//
//   5. reduced bases:        x <= 8                        where 2 x - 2 y = 1
//
// The fourth ends with an integer point that satisfies the context and violates
// the claim, or with none, or at its budget: parity constraints can make it
// enumerate a whole range. The fifth (MLIR's search of an integer sample)
// always terminates, but is a hundred times slower: it is used on request, and
// for small systems only. MLIR's search has no budget, and its time is
// exponential in the unknowns: claims about larger systems stay unproven.
//
// IntegerContext proves the same kinds of claims for the derivation. This is an
// independent implementation, so that it detects errors of the other.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_PROOFCONTEXT_H
#define NEO_LIB_ANALYSIS_PROOFCONTEXT_H

#include "Neo/Analysis/IndexInversion.h"
#include "mlir/Analysis/Presburger/Simplex.h"

namespace neo {

class ProofContext {
public:
  using Point = llvm::SmallVector<int64_t, 8>;
  enum class Answer { Yes, No, Unknown };

  /// `reduces`: use reduced bases when the budget is exhausted, if the system
  /// is small.
  ProofContext(BoxRef box, llvm::ArrayRef<Guard> guards, bool reduces = false);

  /// Does the guard hold at every integer point? After No, `found` is one where
  /// it does not.
  Answer implies(const Guard &guard);
  /// Is there an integer point? After Yes, `found` is it.
  Answer hasPoint();
  const Point &found() const { return point; }

private:
  using Row = llvm::SmallVector<llvm::DynamicAPInt, 8>;

  void addRow(llvm::ArrayRef<llvm::DynamicAPInt> row, bool isEquality);
  unsigned columnOf(const Atom &atom);
  Row rowOf(const Form &form);
  std::optional<int64_t> quotientOf(const Form &form, int64_t divisor);
  /// The value of a floor if it is constant here, up to an integer combination
  /// of variables.
  std::optional<Form> valueOf(const Atom &floor);
  Form withKnownFloors(const Form &form);
  Answer implies(const Form &claim);
  Answer search(unsigned &nodes);
  bool maySearchReduced() const;
  Answer searchReduced(const Row &violated);

  struct Constraint {
    Row row; // as wide as there were columns
    bool isEquality;
  };

  bool reduces;
  mlir::presburger::Simplex simplex;
  llvm::SmallVector<Constraint, 1> constraints;
  Box box;
  llvm::SmallVector<Atom, 4> floors;
  llvm::SmallVector<std::pair<Atom, std::optional<Form>>, 4> values;
  Point point;
};

} // namespace neo

#endif // NEO_LIB_ANALYSIS_PROOFCONTEXT_H
