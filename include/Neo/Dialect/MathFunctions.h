//===- MathFunctions.h - Functions of many instructions ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_MATHFUNCTIONS_H
#define NEO_DIALECT_MATHFUNCTIONS_H

#include "mlir/Dialect/Math/IR/Math.h"

namespace neo {

/// Is `op` a function, for which a processor has no single instruction like
/// those for a product or a magnitude?
inline bool isMathFunction(mlir::Operation *op) {
  return mlir::isa<mlir::math::MathDialect>(op->getDialect()) &&
         !mlir::isa<mlir::math::FmaOp, mlir::math::AbsFOp,
                    mlir::math::CopySignOp>(op);
}

} // namespace neo

#endif // NEO_DIALECT_MATHFUNCTIONS_H
