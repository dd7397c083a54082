//===- IndexExpression.h - Scalars that are index expressions ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A body may read a tensor that is none of its operands:
//
//     %i = linalg.index 0 : index
//     %j = arith.subi %c7, %i : index
//     %a = tensor.extract %A[%j] : tensor<8xf32>
//
// %j is the index expression 7 - i, and the read an operand at this map. The
// operations understood are those whose result is an index expression of their
// operands, whatever values these take; what is not among them is data.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_INDEXEXPRESSION_H
#define NEO_CONVERSION_LINALGTONEO_INDEXEXPRESSION_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace neo {

/// `value` as an expression of the loops that `loops` names; null if it is
/// none.
mlir::AffineExpr
getIndexExpression(mlir::Value value,
                   const llvm::DenseMap<mlir::Value, unsigned> &loops);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_INDEXEXPRESSION_H
