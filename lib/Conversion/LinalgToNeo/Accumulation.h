//===- Accumulation.h - How a linalg body reduces ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reduction of linalg is a body that hands its accumulator on through some
// operations. Where all of these combine it in one way, the rest is the term:
//
//     %1 = arith.addf %acc, %a        kind   sum
//     %2 = arith.subf %1, %b          terms  %a, minus %b
//     linalg.yield %2
//
// Every operand that takes no part in handing on is a term, so a term cannot
// read the accumulator. The terms of one point are added to each other before
// the accumulator: a sum may be reassociated, as docs/Dialect.md says.
//
// A select between the accumulator and what was made of it says when a term
// counts; elsewhere it is what changes nothing:
//
//     %1 = arith.maximumf %acc, %a
//     %2 = arith.select %in, %1, %acc     term   %in ? %a : -inf
//
// `maxnumf` and `minnumf` leave NaN out, `max` and `min` hand it on. They are
// the same only where NaN is excluded by `fastmath<nnan>`.
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
    /// Under what it counts.
    llvm::SmallVector<Literal> when;
  };

  ReductionKind kind = ReductionKind::none;
  llvm::SmallVector<Term> terms;

  /// All terms of one point as one; `values` maps them.
  mlir::Value combineTerms(mlir::OpBuilder &b, mlir::Location loc,
                           const mlir::IRMapping &values) const;
};

/// How `yielded` comes from `accumulator`, an argument of the same block.
mlir::FailureOr<Accumulation> findAccumulation(mlir::Value yielded,
                                               mlir::BlockArgument accumulator,
                                               Raising &raising);

/// Does combining with `value` change nothing?
bool isIdentity(ReductionKind kind, mlir::TypedAttr value);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_ACCUMULATION_H
