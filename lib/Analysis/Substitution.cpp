//===- Substitution.cpp - the chosen rows as loops ------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Substitution.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace neo;
using llvm::DynamicAPInt;

Form neo::evaluate(const LinearSystem &system, const Form &form,
                   llvm::ArrayRef<Form> values) {
  if (form.overflowed())
    return form;
  LinearRow row = system.flatten(form);
  Form result(row.constant);
  for (unsigned u = 0; u < values.size(); ++u)
    if (row.coefficients[u] != 0)
      result = result.addScaled(values[u], row.coefficients[u]);
  return result;
}

IntMatrix neo::candidateDirections(const LinearSystem &system,
                                   const SolutionLattice &lattice) {
  IntMatrix directions(system.candidates.size(), lattice.dimension());
  for (unsigned i = 0; i < system.candidates.size(); ++i) {
    LinearRow row = system.flatten(system.candidates[i].form);
    for (unsigned u = 0; u < row.coefficients.size(); ++u)
      for (unsigned c = 0; c < lattice.dimension(); ++c)
        directions(i, c) += row.coefficients[u] * lattice.directions(u, c);
  }
  return directions;
}

namespace {

/// The unknowns and, below them, the candidates: forms in z and t plus a
/// direction in what is left of tau.
class Substituter {
public:
  Substituter(const LinearSystem &system, const SolutionLattice &lattice,
              const IntMatrix &directions);
  void pick(unsigned candidate);
  Parametrisation take();

private:
  void noteModuli(const Form &residue);

  const LinearSystem &system;
  Parametrisation result;
  IntMatrix matrix;
  llvm::SmallVector<Form, 16> values;
  unsigned first = 0;
};

} // namespace

Substituter::Substituter(const LinearSystem &system,
                         const SolutionLattice &lattice,
                         const IntMatrix &directions)
    : system(system), matrix(lattice.directions) {
  result.box = system.elementBox;
  result.moduli.assign(system.elementBox.size(), 1);
  values.assign(lattice.origin.begin(), lattice.origin.end());
  for (const Candidate &candidate : system.candidates)
    values.push_back(evaluate(system, candidate.form, lattice.origin));
  for (unsigned i = 0; i < directions.getNumRows(); ++i)
    matrix.appendExtraRow(directions.getRow(i));
}

/// A trip count that depends on (a z_d + ...) mod V repeats with period
/// V / gcd(V, a) in z_d.
void Substituter::noteModuli(const Form &residue) {
  unsigned rank = system.elementBox.size();
  residue.walkFloors([&](const Atom &floor) {
    const Form &numerator = floor.numerator();
    auto isElement = [&](const Form::Term &term) {
      return term.atom.isVariable() && term.atom.variable() < rank;
    };
    if (!llvm::all_of(numerator.terms(), isElement))
      return;
    for (const Form::Term &term : numerator.terms()) {
      int64_t &modulus = result.moduli[term.atom.variable()];
      int64_t period =
          floor.divisor() / std::gcd(floor.divisor(), term.coefficient);
      int64_t factor = period / std::gcd(modulus, period);
      if (llvm::MulOverflow(modulus, factor, modulus))
        modulus = Interval::infinity;
    }
  });
}

void Substituter::pick(unsigned index) {
  const Candidate &candidate = system.candidates[index];
  unsigned row = system.unknowns.size() + index;
  DynamicAPInt gcd = concentrateRow(matrix, row, first);
  Interval range = candidate.tight;
  // A step beyond the range allows one trip, whatever its size; it stays exact.
  bool fits = gcd < DynamicAPInt(Interval::infinity);
  int64_t step = fits ? int64_t(gcd) : 1;
  // Count from the loop's own lower bound if that adds no trip.
  int64_t span = candidate.loose.hi - candidate.loose.lo;
  if (span / step == (range.hi - range.lo) / step)
    range = candidate.loose;
  int64_t trips = (range.hi - range.lo) / step + 1;

  Form base = fits ? values[row] - Form(range.lo) : Form::overflowing();
  Form quotient = Form::floorDiv(base, step, result.box);
  if (step > 1 && range.extent() % step != 0)
    noteModuli(base.addScaled(quotient, -step));
  Form tau = -quotient;
  if (trips > 1) {
    tau += Form::variable(result.box.size());
    result.box.push_back(Interval::ofExtent(trips));
    result.freeValues.push_back(
        Form::floorDiv(candidate.form - Form(range.lo), step, system.loopBox));
  }
  for (unsigned i = 0; i < values.size(); ++i)
    if (matrix(i, first) != 0)
      values[i] += scaled(tau, matrix(i, first));
  ++first;
}

Parametrisation Substituter::take() {
  result.values.assign(values.begin(), values.begin() + system.unknowns.size());
  return std::move(result);
}

Parametrisation neo::substitute(const LinearSystem &system,
                                const SolutionLattice &lattice,
                                const IntMatrix &directions,
                                const RowSequence &sequence) {
  Substituter substituter(system, lattice, directions);
  for (unsigned candidate : sequence)
    substituter.pick(candidate);
  return substituter.take();
}
