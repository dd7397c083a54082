//===- Rewrites.h - The rewrites of algebra ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each rewrite is a file of its own, which explains it. All are exact in the
// reals; all have a cost, and say it and the reason in a remark where the
// pass is asked to explain.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_REWRITES_H
#define NEO_TRANSFORMS_ALGEBRA_REWRITES_H

#include "Neo/Transforms/Algebra/AlgebraCost.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace neo {

struct AlgebraOptions {
  /// Say in remarks what is rewritten, at which cost, and why not.
  bool explain = false;
  AlgebraCost cost;
};

/// The tensors of which `computes` take log(1 + exp(x)); null where x is
/// computed. Functions of exp(x) share its exponential then.
llvm::SmallDenseSet<mlir::Value> findLogged(llvm::ArrayRef<ComputeOp> computes);

/// Writes functions of exponentials so that they do not overflow on the way
/// (SafeForms.cpp). Replaces `op` and returns true where there are any.
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

/// Puts zeros for sums whose terms cancel (VanishingSums.cpp), and for what
/// these make zero.
void dropVanishingSums(llvm::ArrayRef<ComputeOp> computes,
                       mlir::RewriterBase &rewriter,
                       const AlgebraOptions &options);

/// Takes exponentials that are summed of differences to the largest exponent
/// (ShiftedSums.cpp), where all that read such a sum allow for it.
void shiftSums(mlir::Region &region, mlir::RewriterBase &rewriter,
               const AlgebraOptions &options);

/// Takes sums of differences to a mean of differences to a pivot
/// (CentredSums.cpp), so that they need not wait for the mean.
void centreSums(mlir::Region &region, mlir::RewriterBase &rewriter,
                const AlgebraOptions &options);

/// Takes sums that several elements of the result are once (DistinctSums.cpp).
/// Replaces `op` and returns true where that is cheaper.
bool takeSumsOnce(ComputeOp op, mlir::RewriterBase &rewriter,
                  const AlgebraOptions &options);

/// Computes what only inner loops move once for all steps of the outer ones
/// (SharedParts.cpp). Replaces `op` and returns true where that is cheaper.
bool takePartsOnce(ComputeOp op, mlir::RewriterBase &rewriter,
                   const AlgebraOptions &options);

/// Applies a rising function after a maximum instead of under it
/// (ExtremaFirst.cpp). Replaces `op` and returns true where that is cheaper.
bool takeExtremumFirst(ComputeOp op, mlir::RewriterBase &rewriter,
                       const AlgebraOptions &options);

class KnownComputes;

/// Computes a sum of products step by step (SplitProducts.cpp). Replaces `op`
/// and returns true where that is cheaper; steps that are among `known` cost
/// nothing, and new ones join them. `again`: the reasons against it have been
/// told.
bool splitProduct(ComputeOp op, mlir::RewriterBase &rewriter,
                  const AlgebraOptions &options, KnownComputes &known,
                  bool again = false);

/// Computes operators that are equal up to the order of their loops and factors
/// once (ShareComputes.cpp). `computes` are in program order.
void shareComputes(llvm::ArrayRef<ComputeOp> computes,
                   mlir::RewriterBase &rewriter, const AlgebraOptions &options);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_REWRITES_H
