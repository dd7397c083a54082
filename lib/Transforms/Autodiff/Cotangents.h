//===- Cotangents.h - Accumulation of cotangents ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value that is used several times receives a cotangent from every use; its
// own cotangent is their sum. The contributions are collected until the
// backward walk reaches the value, so that one neo.compute adds them all, in
// the order in which they were added.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_COTANGENTS_H
#define NEO_TRANSFORMS_AUTODIFF_COTANGENTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"

namespace neo {

/// The body of an operator that adds its operands.
mlir::Value addUp(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::ValueRange values);

/// The type of a sum over the steps of a loop: f16 and bf16 are added up in
/// f32, as sums within an operator are. 2048 + 1 is 2048 in f16.
mlir::RankedTensorType sumTypeOf(mlir::Type type);
/// `sum`, of such a type, plus `part`.
mlir::Value addWidened(mlir::OpBuilder &builder, mlir::Value sum,
                       mlir::Value part);
/// `sum` in the element type of `type`.
mlir::Value narrowSum(mlir::OpBuilder &builder, mlir::Value sum,
                      mlir::Type type);

class Cotangents {
public:
  explicit Cotangents(mlir::OpBuilder &builder) : builder(builder) {}

  /// Adds a contribution to the cotangent of `value`.
  void add(mlir::Value value, mlir::Value part) {
    parts[value].push_back(part);
  }
  /// The sum of all contributions; null if there was none.
  mlir::Value take(mlir::Value value);
  /// A tensor of zeros like `value`, or of `type`.
  mlir::Value zeros(mlir::Value value);
  mlir::Value zeros(mlir::Location loc, mlir::RankedTensorType type);

private:
  mlir::OpBuilder &builder;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> parts;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_COTANGENTS_H
