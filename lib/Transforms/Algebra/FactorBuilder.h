//===- FactorBuilder.h - Products whose missing factor is 1 -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A product is built from factors some of which may be absent. A null value
// stands for 1, so that multiplying by it emits nothing:
//
//     f.multiply(f.raise(e, 2), Value())     e * e
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_FACTORBUILDER_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_FACTORBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace neo {

struct FactorBuilder {
  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type type; // of all values

  mlir::Value number(double value) const {
    return mlir::arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
  }
  mlir::Value multiply(mlir::Value a, mlir::Value by) const {
    if (!a || !by)
      return a ? a : by;
    return mlir::arith::MulFOp::create(b, loc, a, by);
  }
  /// of^power; null for the power 0.
  mlir::Value raise(mlir::Value of, int power) const {
    mlir::Value result;
    for (int i = 0; i < power; ++i)
      result = multiply(result, of);
    return result;
  }
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_FACTORBUILDER_H
