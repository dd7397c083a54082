//===- StepEquality.h - What two steps compute alike ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of a scan begins as a copy of its step, so values of two steps
// are found equal by comparing operations in order: two operations are if they
// are the same on operands that are. Which arguments are is for the user to
// say.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_SCANS_STEPEQUALITY_H
#define NEO_LIB_TRANSFORMS_SCANS_STEPEQUALITY_H

#include "StepOf.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

class StepEquality {
public:
  StepEquality(mlir::func::FuncOp first, mlir::func::FuncOp second)
      : first(first), second(second) {}

  /// Says that a value of the second step is one of the first.
  void add(mlir::Value ofSecond, mlir::Value ofFirst) {
    equal.map(ofSecond, ofFirst);
  }
  /// Finds all operations of the second step that the first has, in order.
  llvm::SmallVector<mlir::Operation *> findOperations();
  /// The value of the first step that `ofSecond` is equal to, if any.
  mlir::Value lookup(mlir::Value ofSecond) const {
    return equal.lookupOrNull(ofSecond);
  }

private:
  bool isEqual(mlir::Operation &op, mlir::Operation &other);

  mlir::func::FuncOp first, second;
  mlir::IRMapping equal;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_SCANS_STEPEQUALITY_H
