//===- BestTerm.h - Matching argmax and argmin of linalg --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// linalg has no argmax; it is written as two accumulators, which are replaced
// together where the term is better:
//
//     ^bb0(%a: f32, %best: f32, %where: i64):
//       %more = arith.cmpf ugt, %a, %best        true for a NaN, too,
//       %number = arith.cmpf ord, %best, %best   but the first one stays
//       %better = arith.andi %more, %number
//       %0 = arith.select %better, %a, %best
//       %1 = arith.select %better, %position, %where
//       linalg.yield %0, %1
//
// The first accumulator is max or min, and the second argmax or argmin where
// %position counts the reduction loops. Floats are compared in this way, or in
// any where NaN is excluded by `fastmath<nnan>`; integers by their sign.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_BESTTERM_H
#define NEO_CONVERSION_LINALGTONEO_BESTTERM_H

#include "Raising.h"

namespace neo {

struct BestTermSearch {
  /// max or min.
  ReductionKind kind;
  mlir::Value term;
  /// The position of the better term; null for the output that holds the best
  /// term.
  mlir::Value position;
  /// The output that holds the best term.
  unsigned bestOutput;
};

/// Matches the search that `output` is part of.
std::optional<BestTermSearch> findBestTermSearch(mlir::linalg::GenericOp op,
                                                 unsigned output);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_BESTTERM_H
