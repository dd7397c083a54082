//===- Form.cpp - arithmetic of quasi-affine forms ------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/Form.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace neo;

//===----------------------------------------------------------------------===//
// Atom
//===----------------------------------------------------------------------===//

Atom Atom::ofFloor(Form numerator, int64_t divisor) {
  return Atom(
      0, std::make_shared<FloorNode>(FloorNode{std::move(numerator), divisor}));
}

const Form &Atom::numerator() const { return floor->numerator; }
int64_t Atom::divisor() const { return floor->divisor; }

template <typename T> static int compareValues(T a, T b) {
  return a < b ? -1 : a > b;
}

int Atom::compare(const Atom &other) const {
  if (floor == other.floor)
    return compareValues(id, other.id);
  if (isVariable() != other.isVariable())
    return isVariable() ? -1 : 1;
  if (divisor() != other.divisor())
    return compareValues(divisor(), other.divisor());
  return numerator().compare(other.numerator());
}

//===----------------------------------------------------------------------===//
// Form: inspection
//===----------------------------------------------------------------------===//

Form::Form(Atom atom) { termList.push_back({1, std::move(atom)}); }

Form Form::overflowing() {
  Form form;
  form.overflow = true;
  return form;
}

std::optional<unsigned> Form::asVariable() const {
  if (termList.size() != 1 || constantTerm != 0 ||
      termList[0].coefficient != 1 || termList[0].atom.isFloor())
    return std::nullopt;
  return termList[0].atom.variable();
}

int64_t Form::coefficient(const Atom &atom) const {
  for (const Term &term : termList)
    if (term.atom == atom)
      return term.coefficient;
  return 0;
}

int64_t Form::content() const {
  int64_t divisor = 0;
  for (const Term &term : termList)
    divisor = std::gcd(divisor, term.coefficient);
  return divisor;
}

bool Form::usesVariable(unsigned begin, unsigned end) const {
  for (const Term &term : termList)
    if (term.atom.isFloor()
            ? term.atom.numerator().usesVariable(begin, end)
            : term.atom.variable() >= begin && term.atom.variable() < end)
      return true;
  return false;
}

unsigned Form::complexity() const {
  unsigned sum = constantTerm != 0;
  for (const Term &term : termList)
    sum += term.atom.isFloor() ? 2 + term.atom.numerator().complexity() : 1;
  return sum;
}

int Form::compare(const Form &other) const {
  if (termList.size() != other.termList.size())
    return compareValues(termList.size(), other.termList.size());
  for (size_t i = 0; i < termList.size(); ++i) {
    if (int order = termList[i].atom.compare(other.termList[i].atom))
      return order;
    if (int order = compareValues(termList[i].coefficient,
                                  other.termList[i].coefficient))
      return order;
  }
  return compareValues(constantTerm, other.constantTerm);
}

void Form::walkFloors(llvm::function_ref<void(const Atom &)> visit) const {
  for (const Term &term : termList) {
    if (term.atom.isVariable())
      continue;
    term.atom.numerator().walkFloors(visit);
    visit(term.atom);
  }
}

//===----------------------------------------------------------------------===//
// Form: arithmetic
//===----------------------------------------------------------------------===//

/// a + factor * b; sets `overflow` when that leaves 64 bits.
static int64_t multiplyAdd(int64_t a, int64_t factor, int64_t b,
                           bool &overflow) {
  int64_t product, sum;
  bool left = llvm::MulOverflow(factor, b, product);
  if (left || llvm::AddOverflow(a, product, sum)) {
    overflow = true;
    return 0;
  }
  return sum;
}

Form Form::addScaled(const Form &other, int64_t factor) const {
  Form sum;
  sum.overflow = overflow || other.overflow;
  sum.constantTerm =
      multiplyAdd(constantTerm, factor, other.constantTerm, sum.overflow);
  const Term *a = termList.begin(), *b = other.termList.begin();
  while (a != termList.end() || b != other.termList.end()) {
    int order = a == termList.end()         ? 1
                : b == other.termList.end() ? -1
                                            : a->atom.compare(b->atom);
    const Atom &atom = order <= 0 ? a->atom : b->atom;
    int64_t left = order <= 0 ? (a++)->coefficient : 0;
    int64_t right = order >= 0 ? (b++)->coefficient : 0;
    if (int64_t c = multiplyAdd(left, factor, right, sum.overflow))
      sum.termList.push_back({c, atom});
  }
  return sum;
}

Form Form::operator*(int64_t factor) const {
  return Form().addScaled(*this, factor);
}

Form Form::tightened() const {
  int64_t divisor = content();
  if (divisor <= 1)
    return *this;
  Form result = *this;
  for (Term &term : result.termList)
    term.coefficient /= divisor;
  result.constantTerm = neo::floorDiv(constantTerm, divisor);
  return result;
}

//===----------------------------------------------------------------------===//
// Form: rewriting
//===----------------------------------------------------------------------===//

Form Form::rewrite(
    llvm::function_ref<std::optional<Form>(const Atom &)> replace,
    BoxRef box) const {
  Form result(constantTerm);
  result.overflow = overflow;
  for (const Term &term : termList) {
    std::optional<Form> value = replace(term.atom);
    if (!value && term.atom.isFloor())
      value = floorDiv(term.atom.numerator().rewrite(replace, box),
                       term.atom.divisor(), box);
    result =
        result.addScaled(value ? *value : Form(term.atom), term.coefficient);
  }
  return result;
}

Form Form::substitute(llvm::ArrayRef<Form> values, BoxRef box) const {
  return rewrite(
      [&](const Atom &atom) -> std::optional<Form> {
        if (atom.isVariable() && atom.variable() < values.size())
          return values[atom.variable()];
        return std::nullopt;
      },
      box);
}
