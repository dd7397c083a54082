//===- ProofContext.cpp - consequences, with counterexamples --------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ProofContext.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"

using namespace neo;
using namespace mlir::presburger;
using llvm::DynamicAPInt;

/// Node budget of one search. True claims need few nodes; beyond the budget all
/// points are enumerated, or the claim stays unproven.
static constexpr unsigned maxProofNodes = 64;

/// The largest system that is searched by reduced bases. Time grows with the
/// floors: with random coefficients three take milliseconds, five some tens of
/// them, six up to 14 seconds (program 20261128000153799 of test/fuzz), and
/// nine do not end. Six by small numbers, as of a convolution with stride 2,
/// take milliseconds.
static constexpr unsigned maxReducedColumns = 16, maxReducedFloors = 5,
                          maxShortFloors = 6, maxShortDivisor = 4;

ProofContext::ProofContext(BoxRef box, llvm::ArrayRef<Guard> guards,
                           bool reduces)
    : reduces(reduces), simplex(box.size()), box(box.begin(), box.end()) {
  for (auto [id, range] : llvm::enumerate(box)) {
    addRow(rowOf(Form::variable(unsigned(id)) - Form(range.lo)), false);
    addRow(rowOf(Form(range.hi) - Form::variable(unsigned(id))), false);
  }
  for (const Guard &guard : guards)
    addRow(rowOf(guard.form), guard.isEquality);
}

void ProofContext::addRow(llvm::ArrayRef<DynamicAPInt> row, bool isEquality) {
  if (isEquality)
    simplex.addEquality(row);
  else
    simplex.addInequality(row);
  constraints.push_back({Row(row.begin(), row.end()), isEquality});
}

unsigned ProofContext::columnOf(const Atom &atom) {
  if (atom.isVariable())
    return atom.variable();
  const auto *known = llvm::find(floors, atom);
  unsigned index = known - floors.begin();
  if (known != floors.end())
    return box.size() + index;
  Row numerator = rowOf(atom.numerator());
  DynamicAPInt divisor(atom.divisor());
  simplex.appendVariable();
  floors.push_back(atom);
  // 0 <= numerator - divisor * quotient <= divisor - 1
  Row rest = numerator;
  rest.insert(rest.end() - 1, -divisor);
  addRow(rest, false);
  for (DynamicAPInt &coefficient : rest)
    coefficient = -coefficient;
  rest.back() += divisor - 1;
  addRow(rest, false);
  return box.size() + floors.size() - 1;
}

ProofContext::Row ProofContext::rowOf(const Form &form) {
  llvm::SmallVector<unsigned, 8> columns;
  for (const Form::Term &term : form.terms())
    columns.push_back(columnOf(term.atom));
  Row row(simplex.getNumVariables() + 1, DynamicAPInt(0));
  for (auto [term, column] : llvm::zip_equal(form.terms(), columns))
    row[column] += DynamicAPInt(term.coefficient);
  row.back() = DynamicAPInt(form.constant());
  return row;
}

ProofContext::Answer ProofContext::search(unsigned &nodes) {
  auto sample = simplex.getRationalSample();
  if (!sample)
    return Answer::No;
  // Floors first: they have shorter ranges than what they divide.
  auto isFractional = [](const Fraction &value) {
    return value.num % value.den != 0;
  };
  auto *fractional =
      std::find_if(sample->begin() + box.size(), sample->end(), isFractional);
  if (fractional == sample->end())
    fractional = llvm::find_if(*sample, isFractional);
  if (fractional == sample->end()) {
    point.clear();
    for (const Fraction &value : llvm::ArrayRef(*sample).take_front(box.size()))
      point.push_back(int64_t(value.num / value.den));
    return Answer::Yes;
  }
  if (nodes == 0)
    return Answer::Unknown;
  --nodes;
  unsigned column = fractional - sample->begin();
  DynamicAPInt below = floor(*fractional);
  for (int sign : {1, -1}) {
    // x >= below + 1, then x <= below.
    SimplexRollbackScopeExit undo(simplex);
    Row branch(simplex.getNumVariables() + 1, DynamicAPInt(0));
    branch[column] = DynamicAPInt(sign);
    branch.back() = sign > 0 ? -below - 1 : below;
    simplex.addInequality(branch);
    Answer found = search(nodes);
    if (found != Answer::No)
      return found;
  }
  return Answer::No;
}

bool ProofContext::maySearchReduced() const {
  bool areShort = llvm::all_of(floors, [](const Atom &floor) {
    return floor.divisor() <= maxShortDivisor;
  });
  return reduces &&
         floors.size() <= (areShort ? maxShortFloors : maxReducedFloors) &&
         simplex.getNumVariables() <= maxReducedColumns;
}

/// Is there an integer point where `violated` is not negative, too?
ProofContext::Answer ProofContext::searchReduced(const Row &violated) {
  unsigned columns = simplex.getNumVariables();
  IntegerPolyhedron points(
      PresburgerSpace::getSetSpace(columns, 0, /*numLocals=*/0));
  auto add = [&](Row row, bool isEquality) {
    row.insert(row.end() - 1, columns + 1 - row.size(), DynamicAPInt(0));
    if (isEquality)
      points.addEquality(row);
    else
      points.addInequality(row);
  };
  for (const Constraint &constraint : constraints)
    add(constraint.row, constraint.isEquality);
  add(violated, false);
  auto sample = points.findIntegerSample();
  if (!sample)
    return Answer::No;
  point.clear();
  for (const DynamicAPInt &value :
       llvm::ArrayRef(*sample).take_front(box.size()))
    point.push_back(int64_t(value));
  return Answer::Yes;
}

ProofContext::Answer ProofContext::hasPoint() {
  unsigned nodes = maxProofNodes;
  return simplex.isEmpty() ? Answer::No : search(nodes);
}

/// floor(form / divisor), if the context leaves it only one value.
std::optional<int64_t> ProofContext::quotientOf(const Form &form,
                                                int64_t divisor) {
  Row row = rowOf(form);
  if (form.overflowed() || simplex.isEmpty())
    return std::nullopt;
  auto [lower, upper] = simplex.computeIntegerBounds(row);
  if (!lower.isBounded() || !upper.isBounded())
    return std::nullopt;
  DynamicAPInt first = llvm::floorDiv(*lower, DynamicAPInt(divisor));
  if (first != llvm::floorDiv(*upper, DynamicAPInt(divisor)))
    return std::nullopt;
  return int64_t(first);
}

/// floor(e / V) is k, or it is  a + k  where  e = V a + e'  with coefficients
/// in e' on both sides of 0:  (z + 2 t) floordiv 3 = t + (z - t) floordiv 3.
std::optional<Form> ProofContext::valueOf(const Atom &floor) {
  for (const auto &[known, value] : values)
    if (known == floor)
      return value;
  int64_t divisor = floor.divisor();
  Form outside;
  for (const Form::Term &term : floor.numerator().terms())
    if (2 * floorMod(term.coefficient, divisor) > divisor)
      outside += Form(term.atom);
  std::optional<Form> value;
  for (const Form &whole : {Form(), outside})
    if (auto k =
            quotientOf(floor.numerator().addScaled(whole, -divisor), divisor);
        k && !value)
      value = whole + Form(*k);
  values.push_back({floor, value});
  return value;
}

Form ProofContext::withKnownFloors(const Form &form) {
  auto fold = [&](const Atom &atom) -> std::optional<Form> {
    if (atom.isVariable())
      return std::nullopt;
    return valueOf(atom);
  };
  // An inner floor that is known may make the outer one known.
  Form folded = form.rewrite(fold, box);
  return folded == form ? form : withKnownFloors(folded);
}

ProofContext::Answer ProofContext::implies(const Form &claim) {
  if (claim.overflowed())
    return Answer::Unknown;
  if (claim.range(box).lo >= 0)
    return Answer::Yes;
  Form form = withKnownFloors(claim);
  if (form.range(box).lo >= 0)
    return Answer::Yes;
  Row violated = rowOf(-form - Form(1));
  if (simplex.isEmpty())
    return Answer::Yes;
  Answer isViolated;
  {
    SimplexRollbackScopeExit undo(simplex);
    simplex.addInequality(violated);
    isViolated = hasPoint();
  }
  if (isViolated == Answer::Unknown && maySearchReduced())
    isViolated = searchReduced(violated);
  if (isViolated == Answer::Unknown)
    return Answer::Unknown;
  return isViolated == Answer::Yes ? Answer::No : Answer::Yes;
}

ProofContext::Answer ProofContext::implies(const Guard &guard) {
  Answer answer = implies(guard.form);
  return guard.isEquality && answer == Answer::Yes ? implies(-guard.form)
                                                   : answer;
}
