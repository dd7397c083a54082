//===- Enumeration.h - contract (C) checked point by point ------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The oracle of the inversion tests: both sides of the contract are enumerated
// with plain integers. It shares nothing with the derivation but `Form` as
// data.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_ENUMERATION_H
#define NEO_UNITTESTS_ANALYSIS_ENUMERATION_H

#include "Neo/Analysis/IndexInversion.h"
#include "gtest/gtest.h"
#include <map>
#include <vector>

namespace neo::test {

using Point = llvm::SmallVector<int64_t, 8>;

/// The value of a form at a point.
int64_t evaluate(const Form &form, llvm::ArrayRef<int64_t> point);
bool holds(llvm::ArrayRef<Guard> guards, llvm::ArrayRef<int64_t> point);

/// Calls `visit` for every point of the box of these extents.
void forEachPoint(llvm::ArrayRef<int64_t> extents,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

/// For every element of the class, the loop points that read it.
class Readers {
public:
  explicit Readers(const InversionProblem &problem);

  /// Is t -> loops(z, t) a bijection onto { loops : guards and index = z }?
  ::testing::AssertionResult match(const Inversion &inversion) const;

  /// The largest number of loop points that read one element: no static box can
  /// be smaller.
  int64_t most() const;
  /// The loop points that read any element.
  int64_t total() const;

private:
  using PointList = std::vector<int64_t>;
  std::map<PointList, std::map<PointList, int>> readers;
};

/// Readers(problem).match(inversion).
::testing::AssertionResult isExact(const InversionProblem &problem,
                                   const Inversion &inversion);

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_ENUMERATION_H
