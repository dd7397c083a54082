//===- InlineKernel.h - The statements of a kernel, one by one --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A neo.kernel means what its statements mean. Whoever has no use for the
// grouping (the way to linalg, derivatives) takes it away.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INLINEKERNEL_H
#define NEO_DIALECT_INLINEKERNEL_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Puts the statements of `op` in its place.
void inlineKernel(KernelOp op);

/// Puts its statements in the place of every neo.kernel inside `root`.
void inlineKernels(mlir::Operation *root);

} // namespace neo

#endif // NEO_DIALECT_INLINEKERNEL_H
