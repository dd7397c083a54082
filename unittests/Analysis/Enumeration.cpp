//===- Enumeration.cpp - contract (C) checked point by point ----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"

using namespace neo;
using namespace neo::test;

int64_t neo::test::evaluate(const Form &form, llvm::ArrayRef<int64_t> point) {
  int64_t sum = form.constant();
  for (const Form::Term &term : form.terms()) {
    int64_t value = term.atom.isVariable()
                        ? point[term.atom.variable()]
                        : floorDiv(evaluate(term.atom.numerator(), point),
                                   term.atom.divisor());
    sum += term.coefficient * value;
  }
  return sum;
}

bool neo::test::holds(llvm::ArrayRef<Guard> guards,
                      llvm::ArrayRef<int64_t> point) {
  return llvm::all_of(guards, [&](const Guard &guard) {
    int64_t value = evaluate(guard.form, point);
    return guard.isEquality ? value == 0 : value >= 0;
  });
}

void neo::test::forEachPoint(
    llvm::ArrayRef<int64_t> extents,
    llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(extents, 0))
    return;
  Point point(extents.size(), 0);
  while (true) {
    visit(point);
    unsigned d = extents.size();
    while (d > 0 && ++point[d - 1] == extents[d - 1])
      point[--d] = 0;
    if (d == 0)
      return;
  }
}

Readers::Readers(const InversionProblem &problem) {
  forEachPoint(problem.extents, [&](llvm::ArrayRef<int64_t> loops) {
    if (!holds(problem.access.guards, loops) || !holds(problem.absorbed, loops))
      return;
    PointList element;
    for (unsigned d = 0; d < problem.rank(); ++d) {
      int64_t offset =
          evaluate(problem.access.index[d], loops) - problem.phaseOf(d);
      if (floorMod(offset, problem.strideOf(d)) != 0)
        return;
      element.push_back(floorDiv(offset, problem.strideOf(d)));
    }
    ++readers[element][PointList(loops.begin(), loops.end())];
  });
}

::testing::AssertionResult Readers::match(const Inversion &inversion) const {
  if (inversion.overflow)
    return ::testing::AssertionFailure() << "overflow";
  auto left = readers;
  if (!inversion.empty) {
    Point extents(inversion.elementExtents.begin(),
                  inversion.elementExtents.end());
    extents.append(inversion.freeExtents.begin(), inversion.freeExtents.end());
    forEachPoint(extents, [&](llvm::ArrayRef<int64_t> point) {
      if (!holds(inversion.guards, point))
        return;
      PointList loops;
      for (const Form &loop : inversion.loops)
        loops.push_back(evaluate(loop, point));
      auto element = point.take_front(inversion.rank());
      --left[PointList(element.begin(), element.end())][loops];
    });
  }
  for (const auto &[element, counts] : left)
    for (const auto &[loops, count] : counts)
      if (count != 0)
        return ::testing::AssertionFailure()
               << "element " << ::testing::PrintToString(element) << ", loops "
               << ::testing::PrintToString(loops)
               << (count > 0 ? " missed" : " visited but do not read it");
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult neo::test::isExact(const InversionProblem &problem,
                                              const Inversion &inversion) {
  return Readers(problem).match(inversion);
}

int64_t Readers::most() const {
  size_t most = 0;
  for (const auto &[element, counts] : readers)
    most = std::max(most, counts.size());
  return most;
}

int64_t Readers::total() const {
  size_t total = 0;
  for (const auto &[element, counts] : readers)
    total += counts.size();
  return total;
}
