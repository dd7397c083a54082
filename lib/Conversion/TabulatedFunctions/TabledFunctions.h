//===- TabledFunctions.h - Chains of operations as look-ups -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// GELU with its gradient is an error function, an exponential and a dozen
// products and sums: some forty operations for a function of one variable and
// its derivative. Where values of a block are such functions (OneVariable.h)
// and have tables (SymmetricTable.h), the tables replace all of that:
//
//     y = 0.5 x (1 + erf(0.7 x))        t = min(|x|, limit)
//     r = d (0.5 (1 + erf(0.7 x))       q, q' by seven look-ups at t
//            + 0.4 x exp(-x x / 2))     y = max(x, 0) - q
//                                       r = d * (x > 0 ? 1 - q' : q')
//
// No operator is matched by name: the functions are evaluated in double for
// arguments of all magnitudes, and their shape decides. Tables are computed at
// compile time, which takes some milliseconds for each function, once for all
// vectors of a step.
//
// The cost is the pressure on the port that multiplies and permutes. Either all
// functions of one variable get tables or none.
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
  /// Replaces functions in `block` by table look-ups, for AVX-512.
  void replaceIn(mlir::Block &block);

private:
  const TablePlan &planFor(llvm::ArrayRef<FunctionOfOne> functions);

  /// Memoised plans, by the texts of the functions.
  std::map<std::string, TablePlan> plans;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_TABLEDFUNCTIONS_H
