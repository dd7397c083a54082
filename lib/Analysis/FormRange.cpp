//===- FormRange.cpp - intervals of quasi-affine forms --------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/Form.h"

using namespace neo;

Interval Atom::range(BoxRef box) const {
  if (isFloor())
    return neo::floorDiv(numerator().range(box), divisor());
  return id < box.size() ? box[id] : Interval::everything();
}

/// Interval of the sum, term by term.
static Interval rangeByTerms(const Form &form, BoxRef box) {
  Interval sum = Interval::point(form.constant());
  for (const Form::Term &term : form.terms())
    sum = sum + term.atom.range(box) * term.coefficient;
  return sum;
}

/// Term by term, x - 4 * (x floordiv 4) looks as wide as x. Where such a group
/// is complete, it is m * (e mod V) and adds only m * [0, V - 1].
static Interval rangeWithMods(const Form &form, BoxRef box, unsigned depth) {
  Interval range = rangeByTerms(form, box);
  if (depth == 0)
    return range;
  for (const Form::Term &term : form.terms()) {
    if (term.atom.isVariable() || range.isPoint() ||
        term.coefficient % term.atom.divisor() != 0)
      continue;
    int64_t divisor = term.atom.divisor();
    int64_t multiple = -(term.coefficient / divisor);
    Form remainder = term.atom.numerator().addScaled(Form(term.atom), -divisor);
    Form rest = form.addScaled(remainder, -multiple);
    if (rest.overflowed() || rest.terms().size() >= form.terms().size())
      continue;
    range = intersect(range, rangeWithMods(rest, box, depth - 1) +
                                 Interval{0, divisor - 1} * multiple);
  }
  return range;
}

Interval Form::range(BoxRef box) const {
  constexpr unsigned nestedMods = 3;
  return overflow ? Interval::everything()
                  : rangeWithMods(*this, box, nestedMods);
}

int64_t Form::evaluate(llvm::ArrayRef<int64_t> point) const {
  int64_t value = constantTerm;
  for (const Term &term : termList) {
    const Atom &atom = term.atom;
    value +=
        term.coefficient *
        (atom.isVariable()
             ? point[atom.variable()]
             : neo::floorDiv(atom.numerator().evaluate(point), atom.divisor()));
  }
  return value;
}
