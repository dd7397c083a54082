//===- FreeOperators.h - Operators that are in no kernel --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A neo.kernel says which operators share their loops, and a statement of it
// has to have these: an operator that a rewrite puts beside it, a packed copy
// or the sums of blocks, has none of them. So rewrites that make operators
// leave statements as they are. In the pipeline they come before kernels are
// made; a kernel that they meet was written by hand, or by an earlier run.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_FREEOPERATORS_H
#define NEO_DIALECT_FREEOPERATORS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The operators in `root` that are statements of no kernel, in order.
inline llvm::SmallVector<ComputeOp> findFreeOperators(mlir::Operation *root) {
  llvm::SmallVector<ComputeOp> found;
  root->walk([&](ComputeOp op) {
    if (!mlir::isa<KernelOp>(op->getParentOp()))
      found.push_back(op);
  });
  return found;
}

} // namespace neo

#endif // NEO_DIALECT_FREEOPERATORS_H
