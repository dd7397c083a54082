//===- TabledFunctions.h - Chains of operations as look-ups -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// GELU with its gradient is an error function, an exponential and a dozen
// products and sums: some forty operations on what is a function of one number
// and its derivative. Where values of a block are such functions
// (OneVariable.h) that tables can hold (SymmetricTable.h), the tables take the
// place of all that:
//
//     y = 0.5 x (1 + erf(0.7 x))        t = min(|x|, limit)
//     r = d (0.5 (1 + erf(0.7 x))       q, q' by seven look-ups at t
//            + 0.4 x exp(-x x / 2))     y = max(x, 0) - q
//                                       r = d * (x > 0 ? 1 - q' : q')
//
// Nothing is known of operators here: the functions are computed in double for
// numbers of all sizes, and what they look like decides. The tables are made
// when the kernel is, which takes some milliseconds for each function, once for
// all vectors of a step.
//
// The cost is that of the pipe that multiplies and looks up. Functions of one
// number have tables all together or not at all.
//
// Off under `neo.strict`, which keeps the functions that are written.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEDFUNCTIONS_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEDFUNCTIONS_H

#include "TablePlan.h"

#include "mlir/IR/Block.h"

#include <map>

namespace neo {

class TabledFunctions {
public:
  /// Lets tables take the place of functions in `block`, for AVX-512.
  void replaceIn(mlir::Block &block);

private:
  const TablePlan &planFor(llvm::ArrayRef<FunctionOfOne> functions);

  /// By the texts of the functions.
  std::map<std::string, TablePlan> plans;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEDFUNCTIONS_H
