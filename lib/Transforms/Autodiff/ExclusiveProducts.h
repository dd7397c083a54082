//===- ExclusiveProducts.h - Products of all factors but one ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of a product with respect to one factor is the product of the
// others. Dividing the whole product by the factor is wrong where the factor is
// 0, infinite or NaN, and where the whole product overflows; and a special case
// for these has wrong higher derivatives. So the other factors are multiplied,
// as an exclusive scan from either side:
//
//     b        =  2    0    5    3        the factors, in row-major order
//     before   =  1    2    0    0        product of those to the left
//     after    =  0   15    3    1        product of those to the right
//     before * after  =  0   30    0    0
//
// Neither product divides or compares, so both are polynomials of the factors
// and their gradients of every order are those of a polynomial.
//
// The scan is computed by recursive doubling: with s = 1, 2, 4, ... each step
//
//     P[x, f] := P[x, f] * (P[x, f - s] if f >= s else 1)
//
// doubles the number of factors in P, which starts as the factor to the left.
// For n factors that is 2 + 2 log2(n - 1) sweeps over all terms, against two
// sweeps for the quotient, and the terms are written to memory. For a batch of
// dynamic size (Batch.h) the number of steps is not known, so each of its
// products is computed separately: n^2 / 2 multiplications.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_EXCLUSIVEPRODUCTS_H
#define NEO_TRANSFORMS_AUTODIFF_EXCLUSIVEPRODUCTS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Two tensors over the output loops of a product and, as their last dimension,
/// the row-major position of the factor that is left out.
struct ExclusiveProducts {
  mlir::Value before, after;
};

/// The products of a `prod` with more than one factor for every element.
ExclusiveProducts buildExclusiveProducts(mlir::OpBuilder &builder,
                                         ComputeOp forward);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_EXCLUSIVEPRODUCTS_H
