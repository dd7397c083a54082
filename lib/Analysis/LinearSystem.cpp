//===- LinearSystem.cpp - an access as linear equations -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LinearSystem.h"
#include "Neo/Analysis/IntegerContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace neo;

LinearRow LinearSystem::flatten(const Form &form) const {
  LinearRow row;
  for (const Atom &unknown : unknowns)
    row.coefficients.push_back(form.coefficient(unknown));
  row.constant = form.constant();
  return row;
}

namespace {

/// Builds the system of one problem, part by part.
class Lineariser {
public:
  explicit Lineariser(const InversionProblem &problem);
  std::optional<LinearSystem> run();

private:
  Form withoutUnitLoops(const Form &form) const;
  bool hasPoints() const;
  void collectUnknowns();
  void collectUnknowns(const Form &form);
  void buildEquations();
  void constrain(const Form &form, Interval range);
  void buildConstraints();
  void addCandidate(Candidate::Kind kind, Form form, Interval range);
  void buildCandidates();
  bool tightenCandidates();

  const InversionProblem &problem;
  LinearSystem system;
  /// Loops of extent 1 are the constant 0.
  llvm::SmallVector<Form, 8> loopValues;
  llvm::SmallVector<Form, 4> index;
  llvm::SmallVector<Guard, 4> guards;
  llvm::SmallVector<ModForm, 4> mods;
};

} // namespace

Lineariser::Lineariser(const InversionProblem &problem) : problem(problem) {
  system.loopBox = boxOfExtents(problem.extents);
  for (unsigned dim = 0; dim < problem.rank(); ++dim)
    system.elementBox.push_back(Interval::ofExtent(problem.classExtent(dim)));
  for (unsigned loop = 0; loop < problem.extents.size(); ++loop)
    loopValues.push_back(problem.extents[loop] == 1 ? Form()
                                                    : Form::variable(loop));
  for (const Form &form : problem.access.index)
    index.push_back(withoutUnitLoops(form));
  for (const auto *list : {&problem.access.guards, &problem.absorbed})
    for (const Guard &guard : *list)
      guards.push_back({withoutUnitLoops(guard.form), guard.isEquality});
  for (const ModForm &mod : problem.access.forms)
    mods.push_back({withoutUnitLoops(mod.form), mod.range});
}

Form Lineariser::withoutUnitLoops(const Form &form) const {
  return form.substitute(loopValues, system.loopBox);
}

bool Lineariser::hasPoints() const {
  auto isEmpty = [](Interval range) { return range.isEmpty(); };
  return llvm::none_of(system.loopBox, isEmpty) &&
         llvm::none_of(system.elementBox, isEmpty);
}

void Lineariser::collectUnknowns(const Form &form) {
  form.walkFloors([&](const Atom &floor) {
    if (!llvm::is_contained(system.unknowns, floor))
      system.unknowns.push_back(floor);
  });
}

void Lineariser::collectUnknowns() {
  for (unsigned loop = 0; loop < problem.extents.size(); ++loop)
    if (problem.extents[loop] > 1)
      system.unknowns.push_back(Atom::ofVariable(loop));
  for (const Form &form : index)
    collectUnknowns(form);
  for (const Guard &guard : guards)
    collectUnknowns(guard.form);
  for (const ModForm &mod : mods)
    collectUnknowns(mod.form);
}

void Lineariser::buildEquations() {
  for (const Guard &guard : guards)
    if (guard.isEquality)
      system.equations.push_back({guard.form, Form()});
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    Form element = Form::variable(dim) * problem.strideOf(dim) +
                   Form(problem.phaseOf(dim));
    system.equations.push_back({index[dim], element});
  }
  // Simple rows first: their pivots are small, so they need few guards.
  auto isSimpler = [](const LinearSystem::Equation &a,
                      const LinearSystem::Equation &b) {
    if (a.left.content() != b.left.content())
      return a.left.content() < b.left.content();
    if (int order = a.left.compare(b.left))
      return order < 0;
    return a.right.compare(b.right) < 0;
  };
  llvm::sort(system.equations, isSimpler);
}

void Lineariser::constrain(const Form &form, Interval range) {
  system.constraints.push_back(form - Form(range.lo));
  system.constraints.push_back(Form(range.hi) - form);
}

/// e - V floor(e / V).
static Form remainderOf(const Atom &floor) {
  return floor.numerator().addScaled(Form(floor), -floor.divisor());
}

void Lineariser::buildConstraints() {
  for (const Atom &unknown : system.unknowns) {
    if (unknown.isVariable())
      constrain(Form(unknown), unknown.range(system.loopBox));
    else
      constrain(remainderOf(unknown), Interval::ofExtent(unknown.divisor()));
  }
  for (const Guard &guard : guards)
    if (!guard.isEquality)
      system.constraints.push_back(guard.form);
  // Implied by the others, but often simpler; pruning keeps the simple ones.
  for (const Atom &unknown : system.unknowns)
    if (unknown.isFloor())
      constrain(Form(unknown), unknown.range(system.loopBox));
  for (const ModForm &mod : mods)
    constrain(mod.form, mod.range);
}

void Lineariser::addCandidate(Candidate::Kind kind, Form form, Interval range) {
  if (form.isConstant() || !range.isBounded())
    return;
  if (form.terms()[0].coefficient < 0) {
    form = -form;
    range = range * -1;
  }
  auto sameDirection = [&](const Candidate &other) {
    return (form - other.form).isConstant();
  };
  if (llvm::none_of(system.candidates, sameDirection))
    system.candidates.push_back({kind, form, range, range});
}

void Lineariser::buildCandidates() {
  using Kind = Candidate::Kind;
  for (const Atom &unknown : system.unknowns) {
    if (unknown.isVariable()) {
      addCandidate(Kind::Loop, Form(unknown), unknown.range(system.loopBox));
      continue;
    }
    addCandidate(Kind::Quotient, Form(unknown), unknown.range(system.loopBox));
    addCandidate(Kind::Remainder, remainderOf(unknown),
                 Interval::ofExtent(unknown.divisor()));
  }
  for (const ModForm &mod : mods)
    if (mod.form.terms().size() > 1)
      addCandidate(Kind::Compound, mod.form, mod.range);
  for (const Guard &guard : guards)
    if (!guard.isEquality && guard.form.terms().size() > 1)
      addCandidate(Kind::Compound, guard.form,
                   guard.form.range(system.loopBox));
}

/// Restricts the candidates to the points that are read; false if none is.
bool Lineariser::tightenCandidates() {
  IntegerContext context(system.loopBox, guards);
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    context.addNonNegative(index[dim]);
    context.addNonNegative(Form(problem.access.shape[dim] - 1) - index[dim]);
  }
  for (Candidate &candidate : system.candidates) {
    Interval range = context.bounds(candidate.form);
    candidate.tight = intersect(candidate.loose, range);
    if (candidate.tight.isEmpty())
      return false;
  }
  return context.isFeasible();
}

std::optional<LinearSystem> Lineariser::run() {
  if (!hasPoints())
    return std::nullopt;
  collectUnknowns();
  buildEquations();
  buildConstraints();
  buildCandidates();
  if (!tightenCandidates())
    return std::nullopt;
  return std::move(system);
}

std::optional<LinearSystem> neo::linearise(const InversionProblem &problem) {
  return Lineariser(problem).run();
}
