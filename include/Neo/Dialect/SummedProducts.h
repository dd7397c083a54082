//===- SummedProducts.h - Sums of products of two tensors -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Instructions that multiply matrices do one thing: they add products of two
// factors, of every term. So they can do what
//
//     neo.compute [i, j] sum [k] %A[i, k] if (k < 5) else 0.0, %B[k, j]
//       ^bb0(%a, %b):  yield %a * %b
//
// says, where elements that are not read are zeros, and no other body.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_SUMMEDPRODUCTS_H
#define NEO_DIALECT_SUMMEDPRODUCTS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The argument of the body that `value` is, or is but wider; null if it is
/// none.
mlir::BlockArgument findArgument(mlir::Value value);

/// Does `op` add products of its two operands, or of what they are in a wider
/// type, which are 0 where they are not read?
bool sumsProducts(ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_SUMMEDPRODUCTS_H
