//===- FloorRules.cpp - canonical floor division of forms -----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The rules 1-5 of Form.h. Every rule is an identity of the integers; they only
// choose one of several ways to write the same function.
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/Form.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace neo;

/// The floor atom of `form` that `divisor` does not divide, if there is exactly
/// one and its coefficient is 1 modulo the divisor.
static std::optional<Form::Term> soleInnerFloor(const Form &form,
                                                int64_t divisor) {
  std::optional<Form::Term> sole;
  for (const Form::Term &term : form.terms()) {
    if (term.atom.isVariable() || term.coefficient % divisor == 0)
      continue;
    if (sole || floorMod(term.coefficient, divisor) != 1)
      return std::nullopt;
    sole = term;
  }
  return sole;
}

/// Rule 2: (e floordiv U + f) floordiv V = (e + U f) floordiv (U V).
static std::optional<Form> mergeInnerFloor(const Form &form, int64_t divisor,
                                           BoxRef box) {
  std::optional<Form::Term> inner = soleInnerFloor(form, divisor);
  int64_t product;
  if (!inner || llvm::MulOverflow(inner->atom.divisor(), divisor, product))
    return std::nullopt;
  Form rest = form.addScaled(Form(inner->atom), -inner->coefficient);
  Form merged = inner->atom.numerator().addScaled(rest, inner->atom.divisor());
  if (merged.overflowed())
    return std::nullopt;
  int64_t pulled = neo::floorDiv(inner->coefficient, divisor);
  return Form(inner->atom) * pulled + Form::floorDiv(merged, product, box);
}

/// Splits form = divisor * quotient + remainder, coefficient by coefficient,
/// with all coefficients of the remainder in [0, divisor).
static std::pair<Form, Form> divideCoefficients(const Form &form,
                                                int64_t divisor) {
  Form quotient(neo::floorDiv(form.constant(), divisor));
  Form remainder(floorMod(form.constant(), divisor));
  for (const Form::Term &term : form.terms()) {
    Form atom(term.atom);
    quotient += atom * neo::floorDiv(term.coefficient, divisor);
    remainder += atom * floorMod(term.coefficient, divisor);
  }
  return {quotient, remainder};
}

/// Replaces residues above divisor / 2 by their negative: remainder =
/// divisor * carry + balanced. Narrower intervals in rule 5.
static std::pair<Form, Form> balanceResidues(const Form &remainder,
                                             int64_t divisor) {
  Form carry, balanced = remainder;
  for (const Form::Term &term : remainder.terms()) {
    if (term.coefficient <= divisor / 2)
      continue;
    carry += Form(term.atom);
    balanced = balanced.addScaled(Form(term.atom), -divisor);
  }
  return {carry, balanced};
}

/// Rule 5: the value of remainder floordiv divisor if its range fixes it.
static std::optional<Form> foldByRange(const Form &remainder, int64_t divisor,
                                       BoxRef box) {
  auto [carry, balanced] = balanceResidues(remainder, divisor);
  for (const auto &[extra, rest] :
       {std::pair(Form(), remainder), std::pair(carry, balanced)}) {
    Interval range = rest.range(box);
    Interval quotient = neo::floorDiv(range, divisor);
    if (range.isBounded() && quotient.isPoint())
      return extra + Form(quotient.lo);
  }
  return std::nullopt;
}

Form Form::floorDiv(const Form &form, int64_t divisor, BoxRef box) {
  if (divisor == 1 || form.overflowed())
    return form;
  if (std::optional<Form> merged = mergeInnerFloor(form, divisor, box))
    return *merged;
  auto [quotient, remainder] = divideCoefficients(form, divisor);
  if (int64_t common = std::gcd(remainder.content(), divisor); common > 1) {
    divisor /= common;
    Form reduced(neo::floorDiv(remainder.constant(), common));
    for (const Term &term : remainder.terms())
      reduced += Form(term.atom) * (term.coefficient / common);
    remainder = reduced;
  }
  if (divisor == 1)
    return quotient + remainder;
  if (std::optional<Form> folded = foldByRange(remainder, divisor, box))
    return quotient + *folded;
  return quotient + Form(Atom::ofFloor(remainder, divisor));
}

Form Form::mod(const Form &form, int64_t divisor, BoxRef box) {
  return form.addScaled(floorDiv(form, divisor, box), -divisor);
}
