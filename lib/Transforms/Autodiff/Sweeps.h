//===- Sweeps.h - Operators along a dimension of a tensor -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Recursive doubling is a sequence of sweeps over a tensor, each of which reads
// an element and another one some places further on along one dimension:
//
//     P[x, f] := P[x, f] * (P[x, f - s] if f >= s else 1)      s = 1, 2, 4, ...
//
// ExclusiveProducts.h and RunningProducts.h consist of such sweeps.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_SWEEPS_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_SWEEPS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Builds operators that give a tensor of `type`.
class Sweeps {
public:
  Sweeps(mlir::OpBuilder &b, mlir::Location loc, mlir::RankedTensorType type,
         unsigned dimension)
      : b(b), loc(loc), type(type), dimension(dimension) {}

  int64_t count() const { return type.getDimSize(dimension); }

  /// `value` so many elements further on, `pad` where that is outside of it.
  OperandSpec read(mlir::Value value, int64_t distance = 0, double pad = 0);

  mlir::Value copy(const OperandSpec &operand);
  mlir::Value multiply(const OperandSpec &a, const OperandSpec &b);
  mlir::Value multiplyAdd(const OperandSpec &added, const OperandSpec &a,
                          const OperandSpec &b);

private:
  mlir::Value
  emit(llvm::ArrayRef<OperandSpec> operands,
       llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                      mlir::ValueRange)>
           body);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::RankedTensorType type;
  unsigned dimension;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_SWEEPS_H
