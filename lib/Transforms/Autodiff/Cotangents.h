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
#include "llvm/ADT/DenseMap.h"

namespace neo {

/// The body of an operator that adds its operands.
mlir::Value addUp(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::ValueRange values);

class Cotangents {
public:
  explicit Cotangents(mlir::OpBuilder &builder) : builder(builder) {}

  /// Adds a contribution to the cotangent of `value`.
  void add(mlir::Value value, mlir::Value part) {
    parts[value].push_back(part);
  }
  /// The sum of all contributions; null if there was none.
  mlir::Value take(mlir::Value value);
  /// A tensor of zeros like `value`.
  mlir::Value zeros(mlir::Value value);

private:
  mlir::OpBuilder &builder;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> parts;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_COTANGENTS_H
