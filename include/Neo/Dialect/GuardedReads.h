//===- GuardedReads.h - The guard of an expression, at its reads *- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A condition outside of which an expression counts as 0 is the gradient of
// every guard and pad: a sum of one term that `where` may leave out, or a
// padded read of the expression. Such a condition moves to the reads,
//
//     A[i] * B[i] if c else 0   -->   (A[i] if c else 0) * (B[i] if c else 0)
//
// where the expression is 0 as soon as all it reads is. It is one that fusion
// can substitute then, and a guarded read is a masked load. All reads take the
// guard, not one factor of a product: 0 * infinity is NaN.
//
// Whether the expression is 0 there is folded rather than reasoned, so 0 / 0
// and 1 + x are not, and neither is one of the loops' indices.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_GUARDEDREADS_H
#define NEO_DIALECT_GUARDEDREADS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// What the body of `op` gives if all that it reads is 0; null if that is no
/// constant.
mlir::Attribute getValueAtZeros(ComputeOp op);

/// Is `number` 0, of either sign? Null is not.
bool isZero(mlir::Attribute number);

/// Makes each of `operands` read 0 outside of `condition`; a failure if one of
/// them reads another pad somewhere.
mlir::LogicalResult guardReads(llvm::MutableArrayRef<OperandSpec> operands,
                               mlir::IntegerSet condition);

} // namespace neo

#endif // NEO_DIALECT_GUARDEDREADS_H
