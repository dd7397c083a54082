//===- SelectedNumber.h - Which number selects a term -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All terms of a sum depend on one comparison of an integer operand with a loop
// if the body is 0 where that fails:
//
//     d == n ? x : 0        (d == n ? 1.0 : 0.0) * x * w        -(d == n) * x
//
// The loop is one of the result, to an element of which each term goes
// (SelectedSums.cpp), or it is summed, and there is one term at most for each
// number (SelectedReads.cpp). The body may not ask the loop elsewhere; one of
// the result operands may not ask either. Conditions that ask the loop ask the
// number in its place.
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
  unsigned loop;
};

/// The comparison with a loop of the result that selects the terms of `op`.
std::optional<Selection> findSelectedElement(ComputeOp op);
/// The same with a summed loop.
std::optional<Selection> findSelectedTerm(ComputeOp op);

/// Is `value` 0 wherever `part` of it is, a truth value or a number?
bool vanishesWith(mlir::Value value, mlir::Value part);

/// Does `operand` ask `loop`, where it reads or whether?
bool dependsOn(const OperandSpec &operand, unsigned loop);

/// The conditions of terms that ask a loop, and the rest. True of those: they
/// are equations.
struct PartedConditions {
  llvm::SmallVector<std::pair<mlir::AffineExpr, bool>> asked;
  mlir::IntegerSet rest;
};

/// Parts `where`, which may be null; a failure if those that ask `loop` divide.
mlir::FailureOr<PartedConditions> partConditions(mlir::IntegerSet where,
                                                 unsigned loop);

/// Is `number` one of the `extent` values of the loop at `place` in `point`,
/// the values of all loops, and do the conditions that ask that loop hold?
mlir::Value isSelected(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value number, int64_t extent,
                       const PartedConditions &conditions,
                       llvm::SmallVector<mlir::Value> point, unsigned place);

/// The term of `op` where the comparison holds, of `arguments`; loop d of `op`
/// is loop `places[d]` of what is built.
mlir::Value cloneSelected(mlir::OpBuilder &b, mlir::Location loc, ComputeOp op,
                          Selection selection, mlir::ValueRange arguments,
                          llvm::ArrayRef<int> places);

/// `number` as the 64 bits of a place.
mlir::Value widenNumber(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value number);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_SELECTEDNUMBER_H
