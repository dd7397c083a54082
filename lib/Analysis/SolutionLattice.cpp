//===- SolutionLattice.cpp - all integer solutions of a system ------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "SolutionLattice.h"

using namespace neo;
using llvm::DynamicAPInt;

static bool fits(const DynamicAPInt &value) {
  return value <= DynamicAPInt(Interval::infinity) &&
         value >= DynamicAPInt(-Interval::infinity);
}

Form neo::scaled(const Form &form, const DynamicAPInt &factor) {
  return fits(factor) ? form * int64_t(factor) : Form::overflowing();
}

/// [A; I]: the equations over the unknowns, and below them the identity that
/// records the column operations.
static IntMatrix stackOnIdentity(const LinearSystem &system) {
  unsigned numRows = system.equations.size();
  unsigned numUnknowns = system.unknowns.size();
  IntMatrix matrix(numRows + numUnknowns, numUnknowns);
  for (unsigned i = 0; i < numRows; ++i) {
    LinearRow row = system.flatten(system.equations[i].left);
    for (unsigned j = 0; j < numUnknowns; ++j)
      matrix(i, j) = DynamicAPInt(row.coefficients[j]);
  }
  for (unsigned j = 0; j < numUnknowns; ++j)
    matrix(numRows + j, j) = DynamicAPInt(1);
  return matrix;
}

/// Adds the condition `form == 0`; false if it cannot hold.
static bool require(const Form &form, BoxRef box,
                    llvm::SmallVectorImpl<Form> &conditions) {
  if (!form.range(box).contains(0))
    return false;
  if (!form.isConstant() || form.overflowed())
    conditions.push_back(form);
  return true;
}

/// Does the negative of `form` have the smaller coefficients modulo `divisor`?
/// An equation with -(i + j) then asks for the remainder and quotient of i + j,
/// which others ask for, too, and not of 2 * i + 2 * j.
static bool isBetterNegated(const Form &form, int64_t divisor) {
  return !form.isConstant() &&
         llvm::mod(form.terms().front().coefficient, divisor) > divisor / 2;
}

/// Forward substitution through the Hermite form: y = H^-1 b, row by row.
/// `matrix` is [A; I] on entry and [H; U] on return.
static std::optional<llvm::SmallVector<Form, 8>>
solveRows(const LinearSystem &system, IntMatrix &matrix,
          llvm::SmallVectorImpl<Form> &conditions) {
  llvm::SmallVector<Form, 8> solution;
  for (unsigned i = 0; i < system.equations.size(); ++i) {
    const LinearSystem::Equation &equation = system.equations[i];
    unsigned first = solution.size();
    DynamicAPInt pivot = concentrateRow(matrix, i, first);
    Form rest = equation.right - Form(equation.left.constant());
    for (unsigned c = 0; c < first; ++c)
      rest -= scaled(solution[c], matrix(i, c));
    if (!fits(pivot))
      rest = Form::overflowing();
    int64_t divisor = pivot == 0 || !fits(pivot) ? 1 : int64_t(pivot);
    int64_t sign = isBetterNegated(rest, divisor) ? -1 : 1;
    rest = sign * rest;
    // Without a pivot the whole rest must be 0, with a pivot its remainder.
    Form condition =
        pivot == 0 ? rest : Form::mod(rest, divisor, system.elementBox);
    if (!require(condition, system.elementBox, conditions))
      return std::nullopt;
    if (pivot != 0)
      solution.push_back(sign *
                         Form::floorDiv(rest, divisor, system.elementBox));
  }
  return solution;
}

std::optional<SolutionLattice> neo::solve(const LinearSystem &system) {
  SolutionLattice lattice;
  IntMatrix matrix = stackOnIdentity(system);
  auto solution = solveRows(system, matrix, lattice.conditions);
  if (!solution)
    return std::nullopt;
  unsigned numRows = system.equations.size();
  for (unsigned u = 0; u < system.unknowns.size(); ++u) {
    Form value;
    for (unsigned c = 0; c < solution->size(); ++c)
      value += scaled((*solution)[c], matrix(numRows + u, c));
    lattice.origin.push_back(value);
  }
  lattice.directions = IntMatrix(system.unknowns.size(),
                                 matrix.getNumColumns() - solution->size());
  for (unsigned u = 0; u < system.unknowns.size(); ++u)
    for (unsigned c = 0; c < lattice.dimension(); ++c)
      lattice.directions(u, c) = matrix(numRows + u, solution->size() + c);
  return lattice;
}
