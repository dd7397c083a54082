//===- TablePlan.h - Tables of several functions of one number --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function and its derivative share a table, other functions have separate
// ones. All have the same intervals, so that the interval of an argument is
// computed once:
//
//     x P(x)  and  P(x) + x p(x)     one table with slopes
//     x P(x)  and  1 + erf x         two tables, one interval
//
// Functions without a table (SymmetricTable.h) are not changed.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H

#include "SymmetricTable.h"

namespace neo {

/// Costs in quarters of a product: of operations on the port that multiplies
/// and permutes, and of sums and comparisons, which have another port.
constexpr int64_t costOfProduct = 4, costOfSum = 1;

struct TablePlan {
  struct Entry {
    unsigned table;
    bool isSlope;
  };

  TableGrid grid{};
  llvm::SmallVector<SymmetricTable> tables;
  /// For each function its table, if it has one.
  llvm::SmallVector<std::optional<Entry>> entries;

  static TablePlan of(llvm::ArrayRef<FunctionOfOne> functions);
  /// The cost of the tables and of all results.
  int64_t cost() const;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H
