//===- IntegerContext.cpp - linear programs over floors -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/IntegerContext.h"
#include "Neo/Analysis/IndexInversion.h"

using namespace neo;
using llvm::DynamicAPInt;
using mlir::presburger::Fraction;
using mlir::presburger::SimplexRollbackScopeExit;

/// Nodes of one branch-and-bound search, and the most columns worth searching.
static constexpr unsigned maxContextNodes = 32;
static constexpr unsigned maxSearchColumns = 32;

IntegerContext::IntegerContext(BoxRef box)
    : simplex(box.size()), numVariables(box.size()) {
  for (unsigned id = 0; id < box.size(); ++id) {
    Form variable = Form::variable(id);
    if (box[id].lo > -Interval::infinity)
      addNonNegative(variable - Form(box[id].lo));
    if (box[id].hi < Interval::infinity)
      addNonNegative(Form(box[id].hi) - variable);
  }
}

IntegerContext::IntegerContext(BoxRef box, llvm::ArrayRef<Guard> guards)
    : IntegerContext(box) {
  for (const Guard &guard : guards)
    add(guard);
}

unsigned IntegerContext::columnOf(const Atom &atom) {
  if (atom.isVariable())
    return atom.variable();
  for (unsigned i = 0; i < floors.size(); ++i)
    if (floors[i] == atom)
      return numVariables + i;
  Row numerator = rowOf(atom.numerator());
  simplex.addDivisionVariable(numerator, DynamicAPInt(atom.divisor()));
  floors.push_back(atom);
  return simplex.getNumVariables() - 1;
}

IntegerContext::Row IntegerContext::rowOf(const Form &form) {
  llvm::SmallVector<unsigned, 8> columns;
  for (const Form::Term &term : form.terms())
    columns.push_back(columnOf(term.atom));
  Row row(simplex.getNumVariables() + 1, DynamicAPInt(0));
  for (auto [term, column] : llvm::zip_equal(form.terms(), columns))
    row[column] += DynamicAPInt(term.coefficient);
  row.back() = DynamicAPInt(form.constant());
  return row;
}

void IntegerContext::addNonNegative(const Form &form) {
  Row row = rowOf(form);
  if (isFeasible())
    simplex.addInequality(row);
}

void IntegerContext::addZero(const Form &form) {
  addNonNegative(form);
  addNonNegative(-form);
}

void IntegerContext::add(const Guard &guard) {
  if (guard.isEquality)
    addZero(guard.form);
  else
    addNonNegative(guard.form);
}

static int64_t saturate(const DynamicAPInt &value) {
  if (value >= DynamicAPInt(Interval::infinity))
    return Interval::infinity;
  if (value <= DynamicAPInt(-Interval::infinity))
    return -Interval::infinity;
  return int64_t(value);
}

Interval IntegerContext::bounds(const Form &form) {
  if (form.overflowed())
    return Interval::everything();
  Row row = rowOf(form);
  // The optimum of an empty program is undefined.
  if (!isFeasible())
    return {0, -1};
  auto [lower, upper] = simplex.computeIntegerBounds(row);
  return {lower.isBounded() ? saturate(*lower) : -Interval::infinity,
          upper.isBounded() ? saturate(*upper) : Interval::infinity};
}

std::optional<bool> IntegerContext::hasIntegerPoint(unsigned &nodes) {
  auto sample = simplex.getRationalSample();
  if (!sample)
    return false;
  const auto *fractional = llvm::find_if(*sample, [](const Fraction &value) {
    return value.num % value.den != 0;
  });
  if (fractional == sample->end())
    return true;
  if (nodes == 0)
    return std::nullopt;
  --nodes;
  // x <= floor(v)  or  x >= floor(v) + 1.
  DynamicAPInt below = floor(*fractional);
  for (int sign : {-1, 1}) {
    SimplexRollbackScopeExit undo(simplex);
    Row branch(simplex.getNumVariables() + 1, DynamicAPInt(0));
    branch[fractional - sample->begin()] = DynamicAPInt(sign);
    branch.back() = sign < 0 ? below : -below - 1;
    simplex.addInequality(branch);
    std::optional<bool> found = hasIntegerPoint(nodes);
    if (!found || *found)
      return found;
  }
  return false;
}

bool IntegerContext::provesEmpty() {
  if (!isFeasible())
    return true;
  unsigned granted = maxContextNodes;
  if (budget)
    granted = std::min(granted, *budget);
  unsigned left = granted;
  bool isEmpty = simplex.getNumVariables() <= maxSearchColumns &&
                 hasIntegerPoint(left) == false;
  if (budget)
    *budget -= granted - left;
  return isEmpty;
}

bool IntegerContext::implies(const Form &form) {
  if (form.overflowed())
    return false;
  Row counterexample = rowOf(-form - Form(1));
  if (!isFeasible())
    return true;
  SimplexRollbackScopeExit undo(simplex);
  simplex.addInequality(counterexample);
  return provesEmpty();
}

bool IntegerContext::implies(const Guard &guard) {
  return implies(guard.form) && (!guard.isEquality || implies(-guard.form));
}
