//===- Accumulation.h - Matching reductions of linalg -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reduction of linalg is a body that passes its accumulator through a chain
// of operations. If all of these are combiners of one kind, their other
// operands are the terms:
//
//     %1 = arith.addf %acc, %a        kind   sum
//     %2 = arith.subf %1, %b          terms  %a, minus %b
//     linalg.yield %2
//
// Every operand that is not part of this chain is a term, so a term cannot
// depend on the accumulator. The terms of one point are added to each other
// before the accumulator: a sum may be reassociated, as docs/Dialect.md says.
//
// A select between the accumulator before and after a term is the condition of
// that term; where it fails, the term is the identity:
//
//     %1 = arith.maximumf %acc, %a
//     %2 = arith.select %in, %1, %acc     term   %in ? %a : -inf
//
// `maxnumf` and `minnumf` ignore NaN, `max` and `min` propagate it. They are
// equivalent only where NaN is excluded by `fastmath<nnan>`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_ACCUMULATION_H
#define NEO_CONVERSION_LINALGTONEO_ACCUMULATION_H

#include "Demand.h"
#include "Raising.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

struct Accumulation {
  struct Term {
    mlir::Value value;
    bool isNegated;
    /// Conditions of the term.
    llvm::SmallVector<Literal> when;
  };

  ReductionKind kind = ReductionKind::none;
  llvm::SmallVector<Term> terms;

  /// Combines all terms of one point; `values` maps them.
  mlir::Value combineTerms(mlir::OpBuilder &b, mlir::Location loc,
                           const mlir::IRMapping &values) const;
};

/// Matches `yielded` as an accumulation into `accumulator`, an argument of the
/// same block.
mlir::FailureOr<Accumulation> findAccumulation(mlir::Value yielded,
                                               mlir::BlockArgument accumulator,
                                               Raising &raising);

/// Is `value` the identity of the reduction?
bool isIdentity(ReductionKind kind, mlir::TypedAttr value);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_ACCUMULATION_H
