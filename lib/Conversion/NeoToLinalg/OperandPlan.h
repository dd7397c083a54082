//===- OperandPlan.h - How linalg.generic reads each operand ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A linalg.generic has no loop bounds of its own: it infers them from its
// operands' shapes. An access may therefore be an indexing map only if
//
//   - it is never outside its operand, guards or not;
//   - an index that is a bare loop runs over the whole dimension;
//   - every other index is a sum of loops with positive factors, such as
//     `2 * p + r`, of which linalg checks the first and the last value.
//
// All other accesses are read in the body, by tensor.extract:
//
//     %A[i, k]                             an operand
//     %A[i + 2, k] (a slice)               extracted
//     %A[7 - i], %A[i floordiv 2]          extracted
//     %A[i - 1] if (i >= 1) else 0.0       extracted under its guard
//
// A reduction loop that no operand determines, as in pooling, gets a
// tensor.empty operand for its shape only.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOLINALG_OPERANDPLAN_H
#define NEO_CONVERSION_NEOTOLINALG_OPERANDPLAN_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct OperandPlan {
  explicit OperandPlan(ComputeOp op);

  /// Numbers of the operands that become operands of the linalg.generic, in
  /// order, and their maps.
  llvm::SmallVector<unsigned> stated;
  llvm::SmallVector<mlir::AffineMap> maps;
  /// Loops whose extent only an extra operand can state.
  llvm::SmallVector<unsigned> unstatedLoops;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOLINALG_OPERANDPLAN_H
