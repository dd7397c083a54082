//===- AlgebraPipeline.h - The algebraic passes in their order --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Algebraic simplification: expressions that are equal in the reals are
// replaced by cheaper or numerically safer ones, with one pass for each kind of
// rewrite: neo-share-computes, neo-running-sums, neo-stable-forms,
// neo-order-products, neo-extrema-first and neo-sums-once. The order matters:
// common operators are eliminated before their sums are shifted, running sums
// are found before a mask is hoisted as a factor, sums are shifted before
// products are reassociated, and common subexpressions of the new operators are
// eliminated at the end, when a product may reuse an intermediate of another
// one. `neo-algebra` is all of them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H
#define NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace neo {

/// Options that are common to the passes.
struct AlgebraPipelineOptions
    : mlir::PassPipelineOptions<AlgebraPipelineOptions> {
  Option<bool> strict{*this, "strict",
                      llvm::cl::desc("rewrite nothing: keep the order and form "
                                     "of every expression"),
                      llvm::cl::init(false)};
  Option<bool> explain{*this, "explain",
                       llvm::cl::desc("emit remarks about rewrites, their "
                                      "costs, and why others are not done"),
                       llvm::cl::init(false)};
  Option<bool> keepFunctions{
      *this, "keep-functions",
      llvm::cl::desc("do not rewrite functions of exponentials yet, as fusion "
                     "has not brought their arguments into one body"),
      llvm::cl::init(false)};
  Option<int64_t> residentTerms{
      *this, "resident-terms",
      llvm::cl::desc("keep sums of differences to a mean of so many terms: "
                     "kernels read them from registers again"),
      llvm::cl::init(0)};
  Option<double> start{*this, "start",
                       llvm::cl::desc("cost of launching one more kernel, in "
                                      "cycles; below 0, that of the machine"),
                       llvm::cl::init(-1)};
};

/// Adds the passes to `pm`, which runs on functions or on a module of them.
void buildAlgebraPipeline(mlir::OpPassManager &pm,
                          const AlgebraPipelineOptions &options);

/// Registers `neo-algebra`.
void registerAlgebraPipeline();

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H
