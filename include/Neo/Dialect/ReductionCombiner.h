//===- ReductionCombiner.h - Reductions as scalar operations ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The initial value and the combiner of a reduction kind. argmax and argmin
// carry two values, the best term so far and its position:
//
//     better = term > best, or term is NaN and best is not
//     best, at = better ? (term, position) : (best, at)
//
// They start from (-inf, 0): if no term is better than -inf, every term is
// -inf, and the first of them is at 0.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_REDUCTIONCOMBINER_H
#define NEO_DIALECT_REDUCTIONCOMBINER_H

#include "Neo/Dialect/Positions.h"

namespace neo {

/// The identity of `kind`: the initial value of its accumulator.
mlir::TypedAttr getIdentity(mlir::OpBuilder &b, mlir::Location loc,
                            ReductionKind kind, mlir::Type type);

/// Combines `accumulator` with a term.
mlir::Value combine(mlir::OpBuilder &b, mlir::Location loc, ReductionKind kind,
                    mlir::Value accumulator, mlir::Value term);

struct BestTerm {
  mlir::Value value, position;
};

/// The better of `best` and a new term.
BestTerm combineBest(mlir::OpBuilder &b, mlir::Location loc, ReductionKind kind,
                     BestTerm best, BestTerm term);

} // namespace neo

#endif // NEO_DIALECT_REDUCTIONCOMBINER_H
