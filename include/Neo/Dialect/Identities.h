//===- Identities.h - Operators that hand tensors through -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Two operators compute nothing. Each is a word to one reader and in the way of
// all others, so each is dropped once its reader is done:
//
//                          says                            dropped after
//     neo.stop_gradient    no derivative passes here       differentiation
//     neo.wait             do not merge with what was      common
//                          computed before, nor earlier    subexpressions
//
// Why operators and not attributes of a neo.compute that copies: copies are
// read through, merged and removed by canonicalization, and every such rewrite
// would have to ask. An operator that nothing knows stops all of them at once.
//
// A stop_gradient is gone before fusion looks, so it does not hold tensors
// apart. A wait must outlive the last elimination of common subexpressions: the
// launch plan gives its results the buffers of its inputs.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_IDENTITIES_H
#define NEO_DIALECT_IDENTITIES_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Is every result of `op` one of its operands, by the meaning of `op`?
inline bool isIdentity(mlir::Operation *op) {
  return mlir::isa<StopGradientOp, WaitOp>(op);
}

/// Attribute of a function whose inside derivatives compute again.
constexpr llvm::StringLiteral checkpointAttrName = "neo.checkpoint";

/// Attribute of a function's argument that its own derivatives take for a
/// constant; those of its callers do not see it.
constexpr llvm::StringLiteral constantAttrName = "neo.constant";

/// Replaces the results of every stop_gradient within `root` by its operand.
void dropStopGradients(mlir::Operation *root);

/// The same for every wait.
void dropWaits(mlir::Operation *root);

} // namespace neo

#endif // NEO_DIALECT_IDENTITIES_H
