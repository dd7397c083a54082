//===- GuardSet.cpp - simplification of a conjunction ---------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "GuardSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace neo;

bool GuardSet::overflowed() const {
  auto isBad = [](const Form &form) { return form.overflowed(); };
  return llvm::any_of(inequalities, isBad) || llvm::any_of(equalities, isBad);
}

llvm::SmallVector<Guard, 4> GuardSet::guards() const {
  llvm::SmallVector<Guard, 4> result;
  for (const Form &form : equalities)
    result.push_back({form, /*isEquality=*/true});
  for (const Form &form : inequalities)
    result.push_back({form, /*isEquality=*/false});
  return result;
}

IntegerContext GuardSet::context(BoxRef box) const {
  IntegerContext context(box, guards());
  context.setBudget(searchNodes);
  return context;
}

void GuardSet::substitute(llvm::ArrayRef<Form> values, BoxRef box) {
  for (Form &form : inequalities)
    form = form.substitute(values, box);
  for (Form &form : equalities)
    form = form.substitute(values, box);
}

/// Adds `form >= 0` unless a parallel constraint is at least as strong.
static void keepStrongest(llvm::SmallVectorImpl<Form> &kept, const Form &form) {
  for (Form &other : kept) {
    Form difference = form - other;
    if (!difference.isConstant() || difference.overflowed())
      continue;
    if (difference.constant() < 0)
      other = form;
    return;
  }
  kept.push_back(form);
}

bool GuardSet::tidy(BoxRef box) {
  llvm::SmallVector<Form, 8> kept;
  for (const Form &form : inequalities) {
    Form tight = form.tightened();
    Interval range = tight.range(box);
    if (range.hi < 0)
      return false;
    if (range.lo < 0)
      keepStrongest(kept, tight);
  }
  inequalities = std::move(kept);
  return llvm::all_of(equalities, [&](const Form &form) {
    return form.range(box).contains(0);
  });
}

void GuardSet::dropImpliedByBox(BoxRef box) {
  IntegerContext context(box);
  context.setBudget(searchNodes);
  llvm::erase_if(inequalities,
                 [&](const Form &form) { return context.implies(form); });
  llvm::erase_if(equalities, [&](const Form &form) {
    return context.implies(Guard{form, true});
  });
}

bool GuardSet::dropImpliedByOthers(BoxRef box) {
  llvm::sort(inequalities, [](const Form &a, const Form &b) {
    if (a.complexity() != b.complexity())
      return a.complexity() > b.complexity();
    return a.compare(b) > 0;
  });
  for (bool isEquality : {false, true})
    for (unsigned i = 0; i < list(isEquality).size();) {
      GuardSet others = *this;
      others.list(isEquality).erase(others.list(isEquality).begin() + i);
      IntegerContext context = others.context(box);
      if (!context.isFeasible())
        return false;
      if (context.implies(Guard{list(isEquality)[i], isEquality}))
        *this = std::move(others);
      else
        ++i;
    }
  return !context(box).provesEmpty();
}
