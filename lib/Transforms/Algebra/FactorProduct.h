//===- FactorProduct.h - Products of the factors of a body ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Operators that compute a part of a product have some of its factors in their
// body. Parts of a factor that divide are gathered in a divisor, so that there
// is one division:
//
//     factors  a, 1/d, exp(c)       (a * exp(c)) / d
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_FACTORPRODUCT_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_FACTORPRODUCT_H

#include "FactorBuilder.h"

#include "Neo/Transforms/Algebra/ProductTerms.h"

namespace neo {

/// A quotient under construction; a side that is null is 1.
struct FactorProduct : FactorBuilder {
  FactorProduct(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type,
                mlir::Value product = {})
      : FactorBuilder{b, loc, type}, product(product) {}

  /// Multiplies by `factor` of `op`, for the values that it reads, the first
  /// of `arguments`, which are dropped. Loop d of `op` is `loopOf[d]`.
  void multiplyBy(ComputeOp op, const ProductFactor &factor,
                  llvm::ArrayRef<int> loopOf, mlir::ValueRange &arguments);
  mlir::Value finish() const;

  mlir::Value product, divisor;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_FACTORPRODUCT_H
