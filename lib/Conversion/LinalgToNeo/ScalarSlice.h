//===- ScalarSlice.h - What one scalar of a body is made of -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a neo.compute knows its operands' elements, its loops and
// constants. The body of a linalg operation also sees every scalar defined
// before it, and holds what other results need. A slice is the part that one
// scalar needs, in order:
//
//     ^bb0(%a, %b, %acc):
//       %0 = arith.mulf %a, %scale      slice of %0: the element of %a,
//       %1 = arith.addf %b, %b          the constant that %scale is, mulf
//       %2 = arith.addf %acc, %0
//
// A scalar from outside joins the slice if it is made of constants and of
// elements at constant indices. Who builds a neo.compute says what the scalars
// are, adds the ones to compute, and reads off the operands.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
#define NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H

#include "Raising.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

class ScalarSlice {
public:
  /// A slice for an operator of `numLoops` loops that takes the place of
  /// `scope`.
  ScalarSlice(Raising &raising, mlir::Operation *scope, unsigned numLoops)
      : raising(raising), scope(scope), numLoops(numLoops) {}

  /// `scalar` is the element of `tensor` at `map`.
  void defineElement(mlir::Value scalar, mlir::Value tensor,
                     mlir::AffineMap map);
  /// `scalar` is the value of loop `loop`.
  void defineLoop(mlir::Value scalar, unsigned loop) { loops[scalar] = loop; }
  /// `scalar` is another name of `original`.
  void defineAlias(mlir::Value scalar, mlir::Value original) {
    aliases[scalar] = original;
  }

  /// Takes in `scalar` and everything it needs.
  mlir::LogicalResult add(mlir::Value scalar);

  /// What is read, in the order in which `clone` expects the elements.
  llvm::ArrayRef<OperandSpec> getOperands() const { return operands; }

  /// Builds the slice; `values` then maps all that was added.
  void clone(mlir::OpBuilder &b, mlir::ValueRange read,
             mlir::IRMapping &values) const;

private:
  mlir::LogicalResult addExtract(mlir::tensor::ExtractOp extract);
  mlir::LogicalResult addOperation(mlir::Value scalar);

  Raising &raising;
  mlir::Operation *scope;
  unsigned numLoops;
  llvm::DenseMap<mlir::Value, OperandSpec> elements;
  llvm::DenseMap<mlir::Value, mlir::TypedAttr> constants;
  llvm::DenseMap<mlir::Value, unsigned> loops;
  llvm::DenseMap<mlir::Value, mlir::Value> aliases;
  /// All that was added, each after what it needs.
  llvm::SmallVector<mlir::Value> order;
  llvm::DenseSet<mlir::Value> added;
  llvm::SmallVector<OperandSpec> operands;
};

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
