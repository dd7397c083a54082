//===- IndexExpression.h - Scalars that are index expressions ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A body may read a tensor that is not an operand, and select by its loops:
//
//     %i = linalg.index 0 : index
//     %j = arith.remui %i, %c5 : index
//     %in = arith.cmpi slt, %i, %c8 : index
//     %at = arith.select %in, %j, %c0 : i1, index
//     %a = tensor.extract %A[%at] : tensor<5xf32>
//
// %j is the index expression i mod 5, %in the condition 7 - i >= 0, and %at an
// expression with two cases (Cases.h), of which one remains where %in is known.
// The body of a neo.compute computes with its loops, neo.index, in the same
// way.
//
// Machine integers wrap, and unsigned operations treat negative numbers as
// large ones. Both are excluded by a proof over the given region: then the
// operation is equal to the index expression. Otherwise the reason is recorded,
// with the operation that caused it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INDEXEXPRESSION_H
#define NEO_DIALECT_INDEXEXPRESSION_H

#include "Neo/Dialect/Cases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::affine {
class AffineApplyOp;
} // namespace mlir::affine

namespace neo {

class IndexReader {
public:
  /// Reads scalars on `region`; `loops` maps induction variables to loops.
  IndexReader(const llvm::DenseMap<mlir::Value, unsigned> &loops,
              LoopRegion region)
      : loops(loops), region(std::move(region)) {}

  /// The cases of `value`, an i1 being 0 or 1; none if it is no index
  /// expression.
  Cases read(mlir::Value value);

  /// The conditions under which `condition` is `expected`, if these are a
  /// conjunction.
  std::optional<Conditions> readCondition(mlir::Value condition,
                                          bool expected = true);

  /// The first reason for a failure.
  llvm::StringRef getReason() const { return reason; }

private:
  /// Adds the combination of two operands' cases under `when` to `cases`.
  using Combine = llvm::function_ref<void(Cases &cases, const Conditions &when,
                                          mlir::AffineExpr, mlir::AffineExpr)>;

  Cases compute(mlir::Value value);
  Cases computeOperation(mlir::Operation *op);
  Cases computeCast(mlir::Operation *op);
  Cases computeBinary(mlir::Operation *op);
  Cases computeDivision(mlir::Operation *op, const Cases &lhs, int64_t divisor);
  Cases computeProduct(const Cases &lhs, const Cases &rhs);
  Cases computeSum(mlir::Operation *op, const Cases &lhs, const Cases &rhs);
  Cases computeBits(mlir::Operation *op, const Cases &lhs, const Cases &rhs);
  Cases computeLogic(mlir::Operation *op);
  Cases computeCompare(mlir::arith::CmpIOp op);
  void compare(mlir::arith::CmpIPredicate predicate, Cases &to,
               const Conditions &when, mlir::AffineExpr l, mlir::AffineExpr r);
  Cases computeSelect(mlir::arith::SelectOp op);
  Cases computeApply(mlir::affine::AffineApplyOp apply);

  Cases combine(const Cases &lhs, const Cases &rhs, Combine combineOne);
  Cases checked(Cases cases, mlir::Value value);
  bool requireNotNegative(mlir::Operation *op, const Cases &cases);
  bool fits(const Case &one, unsigned bits);

  Cases refuse(const llvm::Twine &why);
  Cases refuseData(mlir::Value value);

  const llvm::DenseMap<mlir::Value, unsigned> &loops;
  LoopRegion region;
  llvm::DenseMap<mlir::Value, Cases> known;
  std::string reason;
};

} // namespace neo

#endif // NEO_DIALECT_INDEXEXPRESSION_H
