//===- Contraction.h - Sums of products, whatever they are called -*- C++ -*-=//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A matrix product, a convolution, either of its gradients and a capsule
// convolution are one case for layouts: a sum over reduction loops of a
// product, in which every element of an operand is used many times. Copying an
// operand into a better layout pays off by that reuse.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_CONTRACTION_H
#define NEO_DIALECT_CONTRACTION_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/SetVector.h"

namespace neo {

/// Does `op` sum over at least one reduction loop?
bool isContraction(ComputeOp op);

/// Values of the body, the one that it yields among them, of which each makes
/// that one 0 if it is 0 and the rest is finite.
llvm::SetVector<mlir::Value> getVanishingFactors(ComputeOp op);

/// Is the body's value 0 whenever `operand` is 0 and the rest is finite?
bool annihilates(ComputeOp op, unsigned operand);

/// Does `expr`, over the loops of `op`, depend on one that is reduced?
bool dependsOnReduction(ComputeOp op, mlir::AffineExpr expr);

/// How often each of `elements` is used if the operator reads them all.
double usesPerElement(ComputeOp op, double elements);

} // namespace neo

#endif // NEO_DIALECT_CONTRACTION_H
