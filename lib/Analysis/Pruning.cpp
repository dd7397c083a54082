//===- Pruning.cpp - bounds of the free loops, and few guards -------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Pruning.h"
#include "GuardSet.h"

using namespace neo;

namespace {

class Pruner {
public:
  Pruner(const InversionProblem &problem, const LinearSystem &system,
         llvm::ArrayRef<Form> conditions, const Parametrisation &solution,
         unsigned &searchNodes);
  Inversion run();

private:
  bool overflowed() const;
  bool simplifyGuards();
  bool boundFreeLoops();
  void foldConstantFloors();
  bool runsBackwards(unsigned id) const;
  llvm::SmallVector<unsigned, 4> freeLoopsInOrder() const;
  void renumber();
  void substitute(llvm::ArrayRef<Form> values);

  unsigned rank;
  Inversion result;
  GuardSet guards;
  Box box;
  /// For every t of the box its value in the forward loops.
  llvm::SmallVector<Form, 4> freeValues;
};

} // namespace

Pruner::Pruner(const InversionProblem &problem, const LinearSystem &system,
               llvm::ArrayRef<Form> conditions, const Parametrisation &solution,
               unsigned &searchNodes)
    : rank(problem.rank()), box(solution.box) {
  guards.searchNodes = &searchNodes;
  for (const Form &form : system.constraints)
    guards.inequalities.push_back(evaluate(system, form, solution.values));
  guards.equalities.assign(conditions.begin(), conditions.end());
  // A loop of extent 1 is not an unknown; it evaluates to 0.
  for (unsigned loop = 0; loop < problem.extents.size(); ++loop)
    result.loops.push_back(
        evaluate(system, Form::variable(loop), solution.values));
  result.moduli = solution.moduli;
  freeValues = solution.freeValues;
  for (unsigned dim = 0; dim < rank; ++dim)
    result.elementExtents.push_back(problem.classExtent(dim));
  result.established.append(problem.access.guards.begin(),
                            problem.access.guards.end());
  result.established.append(problem.absorbed.begin(), problem.absorbed.end());
}

bool Pruner::overflowed() const {
  return guards.overflowed() ||
         llvm::any_of(result.loops,
                      [](const Form &form) { return form.overflowed(); });
}

void Pruner::substitute(llvm::ArrayRef<Form> values) {
  guards.substitute(values, box);
  for (Form &loop : result.loops)
    loop = loop.substitute(values, box);
}

/// Shrinks the box of t to what the guards admit, counting from 0 again.
bool Pruner::boundFreeLoops() {
  IntegerContext context = guards.context(box);
  llvm::SmallVector<Form, 8> values;
  for (unsigned id = 0; id < rank; ++id)
    values.push_back(Form::variable(id));
  for (unsigned id = rank; id < box.size(); ++id) {
    Interval range = intersect(box[id], context.bounds(Form::variable(id)));
    if (range.isEmpty())
      return false;
    values.push_back(range.isPoint() ? Form(range.lo)
                                     : Form::variable(id) + Form(range.lo));
    box[id] = Interval::ofExtent(range.extent());
    freeValues[id - rank] -= Form(range.lo);
  }
  if (!context.isFeasible())
    return false;
  substitute(values);
  return true;
}

bool Pruner::simplifyGuards() {
  if (!guards.tidy(box) || !boundFreeLoops() || !guards.tidy(box))
    return false;
  guards.dropImpliedByBox(box);
  return guards.dropImpliedByOthers(box);
}

/// Folds floors that are constant on the whole box. Guards are not used:
/// addresses of loads may be computed before guards are tested.
void Pruner::foldConstantFloors() {
  IntegerContext context(box);
  auto constantFloor = [&](const Atom &atom) -> std::optional<Form> {
    if (atom.isVariable())
      return std::nullopt;
    Interval range = context.bounds(Form(atom));
    return range.isPoint() ? std::optional<Form>(Form(range.lo)) : std::nullopt;
  };
  for (Form &loop : result.loops)
    loop = loop.rewrite(constantFloor, box);
}

bool Pruner::runsBackwards(unsigned id) const {
  int balance = 0;
  for (const Form &loop : result.loops) {
    int64_t coefficient = loop.coefficient(Atom::ofVariable(id));
    balance += (coefficient > 0) - (coefficient < 0);
  }
  return balance < 0;
}

/// The free loops of extent > 1, ordered by the first forward loop that depends
/// on each: the order of the forward sum.
llvm::SmallVector<unsigned, 4> Pruner::freeLoopsInOrder() const {
  llvm::SmallVector<unsigned, 4> order;
  auto append = [&](unsigned id) {
    if (box[id].extent() > 1 && !llvm::is_contained(order, id))
      order.push_back(id);
  };
  for (const Form &loop : result.loops)
    for (unsigned id = rank; id < box.size(); ++id)
      if (loop.usesVariable(id))
        append(id);
  for (unsigned id = rank; id < box.size(); ++id)
    append(id);
  return order;
}

/// Gives the free loops their final numbers and directions.
void Pruner::renumber() {
  llvm::SmallVector<Form, 8> values(box.size());
  for (unsigned id = 0; id < rank; ++id)
    values[id] = Form::variable(id);
  Box ordered(box.begin(), box.begin() + rank);
  for (unsigned id : freeLoopsInOrder()) {
    Form loop = Form::variable(ordered.size());
    Form &forward = freeValues[id - rank];
    bool isReversed = runsBackwards(id);
    values[id] = isReversed ? Form(box[id].hi) - loop : loop;
    result.freeValues.push_back(isReversed ? Form(box[id].hi) - forward
                                           : forward);
    ordered.push_back(box[id]);
    result.freeExtents.push_back(box[id].extent());
  }
  box = std::move(ordered);
  substitute(values);
}

Inversion Pruner::run() {
  result.overflow = overflowed();
  if (result.overflow)
    return std::move(result);
  result.empty = !simplifyGuards();
  if (result.empty) {
    result.loops.clear();
    return std::move(result);
  }
  foldConstantFloors();
  renumber();
  result.guards = guards.guards();
  result.overflow = overflowed();
  return std::move(result);
}

Inversion neo::prune(const InversionProblem &problem,
                     const LinearSystem &system,
                     llvm::ArrayRef<Form> conditions,
                     const Parametrisation &solution, unsigned &searchNodes) {
  return Pruner(problem, system, conditions, solution, searchNodes).run();
}
