//===- TablePlan.h - Tables of several functions of one number --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function and its derivative are one table, others have tables of their own.
// All have the same intervals, so that a number is placed once:
//
//     x P(x)  and  P(x) + x p(x)     one table with slopes
//     x P(x)  and  1 + erf x         two tables, one place
//
// Functions that no table holds (SymmetricTable.h) stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H

#include "SymmetricTable.h"

namespace neo {

/// Quarters of a product on the pipe that multiplies and looks up: of what runs
/// there, and of sums and comparisons, which have a pipe of their own.
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
  /// What the tables and all results cost.
  int64_t cost() const;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEPLAN_H
