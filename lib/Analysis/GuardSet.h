//===- GuardSet.h - simplification of a conjunction -------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The constraints of an inversion while it is simplified. Every constraint that
// is dropped is implied by the box and the constraints that are still there at
// that moment, so the set of points never changes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_GUARDSET_H
#define NEO_LIB_ANALYSIS_GUARDSET_H

#include "Neo/Analysis/IndexInversion.h"
#include "Neo/Analysis/IntegerContext.h"

namespace neo {

struct GuardSet {
  /// Forms that are >= 0, and forms that are 0.
  llvm::SmallVector<Form, 8> inequalities;
  llvm::SmallVector<Form, 8> equalities;
  /// See IntegerContext::setBudget.
  unsigned *searchNodes = nullptr;

  llvm::SmallVector<Form, 8> &list(bool isEquality) {
    return isEquality ? equalities : inequalities;
  }
  bool overflowed() const;
  llvm::SmallVector<Guard, 4> guards() const;
  IntegerContext context(BoxRef box) const;
  void substitute(llvm::ArrayRef<Form> values, BoxRef box);

  /// Divides by common factors, drops what intervals prove and keeps only the
  /// strongest of parallel inequalities. False if a constraint cannot hold.
  bool tidy(BoxRef box);
  /// Drops what the box alone implies, floors included.
  void dropImpliedByBox(BoxRef box);
  /// Drops what the rest implies: inequalities, complicated ones first, then
  /// equalities. False if the rest is contradictory.
  bool dropImpliedByOthers(BoxRef box);
};

} // namespace neo

#endif // NEO_LIB_ANALYSIS_GUARDSET_H
