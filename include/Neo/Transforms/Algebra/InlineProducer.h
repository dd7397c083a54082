//===- InlineProducer.h - Substitution of producers in readers --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A neo.compute without a reduction defines its result point by point:
//
//     T[i, j] = body(A[f(i, j)], ...)
//
// so a read of T at (g, h) is body(A[f(g, h)], ...). Substituting it removes
// the tensor T: maps are composed, guards are evaluated at the composed index,
// and the body is inlined. The same rule fuses chains of elementwise operators,
// layout changes, pads, slices and broadcasts.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_INLINEPRODUCER_H
#define NEO_TRANSFORMS_ALGEBRA_INLINEPRODUCER_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Can `operand` of `consumer` be replaced by the expression that defines it?
/// If not, `reason` says why.
bool canInlineProducer(ComputeOp consumer, unsigned operand,
                       llvm::StringRef &reason);

/// Replaces the read by the expression; the new operation takes `consumer`'s
/// place.
ComputeOp inlineProducer(mlir::RewriterBase &rewriter, ComputeOp consumer,
                         unsigned operand);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_INLINEPRODUCER_H
