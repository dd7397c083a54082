//===- StepShape.h - Arguments and results of a scan's step -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step is a function of the module, whose arguments and results stand in an
// order that the scan gives:
//
//     arguments   the state, a slice of each tensor it runs over, the constants
//     results     the state, a slice of each stack that it outputs
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_STEPSHAPE_H
#define NEO_DIALECT_STEPSHAPE_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The number of arguments of a step by kind.
struct StepShape {
  explicit StepShape(ScanOp op)
      : carried(op.getCarry().size()), over(op.getOver().size()),
        constants(op.getConstants().size()), stacks(op.getStacks().size()) {}

  bool isCarried(unsigned argument) const { return argument < carried; }
  bool isOver(unsigned argument) const {
    return argument >= carried && argument < firstConstant();
  }
  bool isConstant(unsigned argument) const {
    return argument >= firstConstant();
  }
  unsigned firstConstant() const { return carried + over; }
  unsigned arguments() const { return carried + over + constants; }

  unsigned carried, over, constants, stacks;
};

/// The type of `steps` slices of `slice`.
inline mlir::RankedTensorType getStackType(int64_t steps, mlir::Type slice) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(slice);
  llvm::SmallVector<int64_t> shape = {steps};
  llvm::append_range(shape, tensor.getShape());
  return mlir::RankedTensorType::get(shape, tensor.getElementType());
}

} // namespace neo

#endif // NEO_DIALECT_STEPSHAPE_H
