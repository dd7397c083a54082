//===- Rewrites.h - The rewrites of algebra ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each rewrite is explained in its own file. All are exact in the reals; all
// are decided by cost, and emit it with the reason as a remark if the option
// `explain` is set.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_REWRITES_H
#define NEO_TRANSFORMS_ALGEBRA_REWRITES_H

#include "Neo/Transforms/Algebra/AlgebraCost.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace neo {

struct AlgebraOptions {
  /// Emit remarks about rewrites, their costs, and why others are not done.
  bool explain = false;
  AlgebraCost cost;
};

/// The tensors of which `computes` take log(1 + exp(x)); null where x is
/// computed. Functions of exp(x) share its exponential then.
llvm::SmallDenseSet<mlir::Value> findLogged(llvm::ArrayRef<ComputeOp> computes);

/// Rewrites functions of exponentials so that intermediate values do not
/// overflow (SafeForms.cpp). Replaces `op` and returns true where there are
/// any.
bool makeSafe(ComputeOp op, const llvm::SmallDenseSet<mlir::Value> &logged,
              mlir::RewriterBase &rewriter, const AlgebraOptions &options);

/// Takes exponentials out of the logarithms of products with them
/// (ExpandLogs.cpp).
void expandLogs(ComputeOp op, mlir::RewriterBase &rewriter,
                const AlgebraOptions &options);

/// Takes factors that both terms of a sum have out of it (CommonFactors.cpp),
/// in the body of a pointwise operator.
void takeCommonFactors(ComputeOp op, mlir::RewriterBase &rewriter,
                       const AlgebraOptions &options);

/// Replaces sums whose terms cancel by zeros (VanishingSums.cpp), and folds
/// values that become zero by this.
void dropVanishingSums(llvm::ArrayRef<ComputeOp> computes,
                       mlir::RewriterBase &rewriter,
                       const AlgebraOptions &options);

/// Subtracts the largest exponent in sums of exponentials (ShiftedSums.cpp),
/// where all readers of such a sum can be adapted.
void shiftSums(mlir::Region &region, mlir::RewriterBase &rewriter,
               const AlgebraOptions &options);

/// Replaces sums of differences to a mean by sums of differences to a pivot
/// (CentredSums.cpp), which do not depend on the mean. Sums of up to
/// `residentTerms` are kept: a kernel reads their terms from registers again.
void centreSums(mlir::Region &region, mlir::RewriterBase &rewriter,
                const AlgebraOptions &options, int64_t residentTerms);

/// Computes sums that several elements of the result have in common once
/// (DistinctSums.cpp). Replaces `op` and returns true where that is cheaper.
bool shareEqualSums(ComputeOp op, mlir::RewriterBase &rewriter,
                    const AlgebraOptions &options);

/// Adds terms that a number from data selects where it sends them, or reads the
/// only one that it selects (OneHotSums.cpp). Replaces `op` and returns true
/// where that is cheaper.
bool addSelectedTerms(ComputeOp op, mlir::RewriterBase &rewriter,
                      const AlgebraOptions &options);

/// Takes sums of the terms up to each element in blocks (RunningSums.cpp).
/// Replaces `op` and returns true where that is cheaper.
bool takeRunningSums(ComputeOp op, mlir::RewriterBase &rewriter,
                     const AlgebraOptions &options);

/// Hoists values that are invariant in outer loops into tensors of their own
/// (SharedParts.cpp). Replaces `op` and returns true where that is cheaper.
bool hoistInvariantParts(ComputeOp op, mlir::RewriterBase &rewriter,
                         const AlgebraOptions &options);

/// Hoists monotonic functions out of a maximum or minimum (ExtremaFirst.cpp).
/// Replaces `op` and returns true where that is cheaper.
bool hoistFromExtremum(ComputeOp op, mlir::RewriterBase &rewriter,
                       const AlgebraOptions &options);

class KnownComputes;

/// Reassociates a sum of products into several contractions
/// (SplitProducts.cpp). Replaces `op` and returns true where that is cheaper;
/// intermediates in `known` cost nothing, and new ones are added. `again`:
/// remarks against the rewrite have been emitted before.
bool splitProduct(ComputeOp op, mlir::RewriterBase &rewriter,
                  const AlgebraOptions &options, KnownComputes &known,
                  bool again = false);

/// Builds the steps that several products are computed from more cheaply than
/// each on its own (SharedSteps.cpp), and adds them to `known`. `computes` are
/// in program order.
void shareSteps(llvm::ArrayRef<ComputeOp> computes,
                mlir::RewriterBase &rewriter, const AlgebraOptions &options,
                KnownComputes &known);

/// Computes operators that are equal up to the order of their loops and factors
/// once (ShareComputes.cpp). `computes` are in program order.
void shareComputes(llvm::ArrayRef<ComputeOp> computes,
                   mlir::RewriterBase &rewriter, const AlgebraOptions &options);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_REWRITES_H
