//===- SelectedNumber.h - Which number selects a term -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All terms of a sum depend on one comparison of an integer operand with a loop
// of the result if the body is 0 where that fails:
//
//     d == n ? x : 0        (d == n ? 1.0 : 0.0) * x * w        -(d == n) * x
//
// Nothing else may ask the loop, as operands at its place, or the body: of a
// term there is one then, whatever the element is.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_SELECTEDNUMBER_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_SELECTEDNUMBER_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace neo {

/// `number == loop`, on which all terms depend.
struct Selection {
  mlir::arith::CmpIOp test;
  unsigned number; // the argument
  unsigned loop;   // of the result
};

/// The comparison that selects the terms of `op`, if one does.
std::optional<Selection> findSelection(ComputeOp op);

/// Does `operand` ask `loop`, where it reads or whether?
bool dependsOn(const OperandSpec &operand, unsigned loop);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_SELECTEDNUMBER_H
