//===- InlineKernel.h - The statements of a kernel, one by one --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A neo.kernel is equivalent to the sequence of its statements. Passes that do
// not need the grouping (conversion to linalg, autodiff) inline it.
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
