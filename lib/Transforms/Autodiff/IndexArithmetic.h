//===- IndexArithmetic.h - Index expressions as arith operations *- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Inside the body of a neo.compute the value of an index expression is computed
// by arith on `index`, from neo.index:
//
//     (d0 + 1) floordiv 2      %0 = neo.index 0 : index
//                              %1 = arith.addi %0, %c1
//                              %2 = arith.floordivsi %1, %c2
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_INDEXARITHMETIC_H
#define NEO_TRANSFORMS_AUTODIFF_INDEXARITHMETIC_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseMap.h"

namespace neo {

class IndexArithmetic {
public:
  IndexArithmetic(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// The value of `expr`, of type index; dimension d is loop d.
  mlir::Value emit(mlir::AffineExpr expr);
  /// Whether the set holds, of type i1.
  mlir::Value emit(mlir::IntegerSet set);

private:
  mlir::Value emitBinary(mlir::AffineBinaryOpExpr expr);
  mlir::Value constant(int64_t value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> known;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_INDEXARITHMETIC_H
