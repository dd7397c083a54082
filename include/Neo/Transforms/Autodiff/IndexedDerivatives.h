//===- IndexedDerivatives.h - Derivatives at indices of data ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A gather is linear in its source, and a scatter_add of the same access is its
// transpose:
//
//     Y = gather A at I             dA = scatter_add dY at I
//     B = scatter_add Y at I        dY = gather dB at I
//
// so the pair is closed under differentiation, to any order. Tangents are
// computed by the same operation as the values. Integers have no derivative,
// and the elements of I are constants of both.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_INDEXEDDERIVATIVES_H
#define NEO_TRANSFORMS_AUTODIFF_INDEXEDDERIVATIVES_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Is `op` a neo.gather or a neo.scatter_add?
inline bool isIndexed(mlir::Operation *op) {
  return mlir::isa<GatherOp, ScatterAddOp>(op);
}

/// The gradient of the source of `op`, a gather or scatter_add.
mlir::Value buildIndexedAdjoint(mlir::OpBuilder &b, mlir::Operation *op,
                                mlir::Value cotangent);

/// The tangent of the result of `op`, given that of its source.
mlir::Value buildIndexedTangent(mlir::OpBuilder &b, mlir::Operation *op,
                                mlir::Value tangent);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_INDEXEDDERIVATIVES_H
