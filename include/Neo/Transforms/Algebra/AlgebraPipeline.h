//===- AlgebraPipeline.h - The passes of algebra in their order -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What is equal in the reals is computed by cheaper and safer expressions, a
// pass for each way of doing so: neo-share-computes, neo-stable-forms,
// neo-order-products, neo-extrema-first and neo-sums-once. Each leaves work for
// the next: equal operators are one before their sums are shifted, sums are
// shifted before products are taken apart, and what products and sums left
// behind is shared at the end, when a product may find a step that another one
// has made. `neo-algebra` is all of them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H
#define NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace neo {

/// Options that the passes have in common.
struct AlgebraPipelineOptions
    : mlir::PassPipelineOptions<AlgebraPipelineOptions> {
  Option<bool> strict{*this, "strict",
                      llvm::cl::desc("rewrite nothing: keep the order and form "
                                     "of every expression"),
                      llvm::cl::init(false)};
  Option<bool> explain{*this, "explain",
                       llvm::cl::desc("say in a remark what is rewritten, at "
                                      "which cost, and why not"),
                       llvm::cl::init(false)};
  Option<bool> keepFunctions{
      *this, "keep-functions",
      llvm::cl::desc("leave functions of exponentials as they are, for fusion "
                     "has yet to bring what they are of into one body"),
      llvm::cl::init(false)};
  Option<double> start{*this, "start",
                       llvm::cl::desc("cycles that starting one more kernel "
                                      "counts as; below 0, what the machine "
                                      "takes"),
                       llvm::cl::init(-1)};
};

/// Adds the passes to `pm`, which runs on functions or on a module of them.
void buildAlgebraPipeline(mlir::OpPassManager &pm,
                          const AlgebraPipelineOptions &options);

/// Registers `neo-algebra`.
void registerAlgebraPipeline();

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_ALGEBRAPIPELINE_H
