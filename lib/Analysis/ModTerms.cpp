//===- ModTerms.cpp - recovering mods from floors -------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ModTerms.h"
#include <cstdlib>

using namespace neo;

namespace {

/// One way to write   form = multiple * (dividend mod divisor) + rest.
struct ModSplit {
  Form dividend;
  int64_t divisor;
  int64_t multiple;
  Form rest;
  /// Terms saved, then sum of |coefficients| saved.
  std::pair<int64_t, int64_t> gain;
};

} // namespace

static int64_t weight(const Form &form) {
  int64_t sum = 0;
  for (const Form::Term &term : form.terms())
    sum += std::abs(term.coefficient);
  return sum;
}

/// Tries  form = m * (dividend - divisor * floor) + rest  for every m that
/// cancels a term of the dividend; keeps the best in `best`.
static void trySplits(const Form &form, const Form &dividend, int64_t divisor,
                      const Atom &floor, std::optional<ModSplit> &best) {
  Form unit = dividend.addScaled(Form(floor), -divisor);
  for (const Form::Term &term : dividend.terms()) {
    int64_t have = form.coefficient(term.atom);
    if (have == 0 || have % term.coefficient != 0)
      continue;
    int64_t multiple = have / term.coefficient;
    Form rest = form.addScaled(unit, -multiple);
    if (rest.overflowed())
      continue;
    std::pair<int64_t, int64_t> gain(int64_t(form.terms().size()) -
                                         int64_t(rest.terms().size()),
                                     weight(form) - weight(rest));
    if (gain > std::pair<int64_t, int64_t>(0, std::abs(multiple)) &&
        (!best || gain > best->gain))
      best = ModSplit{dividend, divisor, multiple, rest, gain};
  }
}

/// The best mod whose quotient is `floor` = e floordiv V: either e mod V, or,
/// for another floor e floordiv U of the form with U dividing V,
/// (e floordiv U) mod (V / U).
static std::optional<ModSplit> splitAt(const Form &form, const Atom &floor) {
  std::optional<ModSplit> best;
  trySplits(form, floor.numerator(), floor.divisor(), floor, best);
  for (const Form::Term &other : form.terms()) {
    if (other.atom.isVariable() || other.atom == floor ||
        floor.divisor() % other.atom.divisor() != 0)
      continue;
    int64_t inner = other.atom.divisor();
    trySplits(form, Form::floorDiv(floor.numerator(), inner, {}),
              floor.divisor() / inner, floor, best);
  }
  return best;
}

ModSum neo::withMods(const Form &form) {
  llvm::SmallVector<ModTerm, 4> mods;
  Form rest = form;
  llvm::SmallVector<Atom, 4> floors;
  for (const Form::Term &term : form.terms())
    if (term.atom.isFloor())
      floors.push_back(term.atom);
  for (const Atom &floor : llvm::reverse(floors)) {
    if (rest.coefficient(floor) == 0)
      continue;
    if (std::optional<ModSplit> split = splitAt(rest, floor)) {
      mods.push_back({ModTerm::Kind::Mod, split->multiple, split->dividend,
                      split->divisor});
      rest = split->rest;
    }
  }
  ModSum sum{{}, rest.constant()};
  for (const Form::Term &term : rest.terms()) {
    if (term.atom.isVariable())
      sum.terms.push_back(
          {ModTerm::Kind::Variable, term.coefficient, Form(term.atom), 1});
    else
      sum.terms.push_back({ModTerm::Kind::FloorDiv, term.coefficient,
                           term.atom.numerator(), term.atom.divisor()});
  }
  sum.terms.append(mods.begin(), mods.end());
  return sum;
}
