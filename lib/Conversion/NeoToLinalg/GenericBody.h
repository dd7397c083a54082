//===- GenericBody.h - The body of a neo.compute inside linalg --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Builds one point of the operator inside a linalg.generic:
//
//     %A[i - 1] if (i - 1 >= 0) else 0.0
//       -->
//     %i    = linalg.index 0 : index
//     %at   = %i - 1
//     %in   = %at >= 0
//     %safe = %in ? %at : 0
//     %e    = tensor.extract %A[%safe]
//     %a    = %in ? %e : 0.0
//
// It is a select and not an scf.if so that the body is straight-line code,
// which other compilers can vectorise; element 0 exists unless the tensor is
// empty.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOLINALG_GENERICBODY_H
#define NEO_CONVERSION_NEOTOLINALG_GENERICBODY_H

#include "OperandPlan.h"

namespace neo {

class GenericBody {
public:
  /// The insertion point of `b` is in the body of the linalg.generic.
  GenericBody(mlir::OpBuilder &b, mlir::Location loc, ComputeOp op);

  /// The term of the point, given the elements of the stated operands; the
  /// identity where the `where` guard fails.
  mlir::Value buildTerm(const OperandPlan &plan, mlir::ValueRange elements);

  /// The point's row-major position over the reduction loops, as i64.
  mlir::Value buildPosition();

private:
  mlir::Value evaluate(mlir::AffineExpr expr);
  mlir::Value evaluate(mlir::IntegerSet set);
  mlir::Value conjoin(mlir::Value a, mlir::Value b);
  mlir::Value buildConstant(mlir::TypedAttr value);
  mlir::Value extract(unsigned operand);

  mlir::OpBuilder &b;
  mlir::Location loc;
  ComputeOp op;
  llvm::SmallVector<mlir::Value> loops;
  /// The `where` guard at this point; null if there is none.
  mlir::Value isCounted;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOLINALG_GENERICBODY_H
