//===- IndexValues.h - Index expressions as arithmetic ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index expression over dimensions whose values are known in a thread, as
// arithmetic on `index`. A sum is computed once and its constant added last, so
// that accesses that differ by a constant share the rest and the constant
// becomes an offset of the access. Divisions of non-negative numbers, which are
// most of them, are unsigned: a multiplication and a shift by a constant.
//
// Registers of a GPU have 32 bits, and so has arithmetic where every part of an
// expression is proven to fit: the whole is extended once, where it becomes an
// address. An i64 takes two registers, and its divisions many instructions.
//
// Values are reused within the scope that they were computed in: a loop opens
// one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_INDEXVALUES_H
#define NEO_CONVERSION_NEOTOGPU_INDEXVALUES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace neo {

class IndexValues {
public:
  /// Dimension d has values in [0, sizes[d]).
  IndexValues(mlir::OpBuilder &b, mlir::Location loc,
              llvm::ArrayRef<int64_t> sizes)
      : b(b), loc(loc), sizes(sizes), dims(sizes.size()),
        narrowDims(sizes.size()), scopes(1) {}

  void bind(unsigned dim, mlir::Value value);
  mlir::Value get(mlir::AffineExpr expr);
  /// Is `expr` 0 (`isEquality`) or at least 0? Null if that is certain.
  mlir::Value holds(mlir::AffineExpr expr, bool isEquality);
  /// Is `expr` below `bound`? Null if that is certain.
  mlir::Value isBelow(mlir::AffineExpr expr, int64_t bound);
  /// Is `expr` in [0, last]? Null if that is certain.
  mlir::Value isWithin(mlir::AffineExpr expr, int64_t last);
  mlir::Value constant(int64_t value);

  void openScope() { scopes.emplace_back(); }
  void closeScope() { scopes.pop_back(); }

private:
  /// Values of expressions as `index`, or as i32.
  using Known = llvm::DenseMap<mlir::AffineExpr, mlir::Value>;
  struct Scope {
    Known known[2];
  };

  mlir::Value get(mlir::AffineExpr expr, bool narrow);
  mlir::Value find(mlir::AffineExpr expr, bool narrow) const;
  mlir::Value compute(mlir::AffineExpr expr, bool narrow);
  mlir::Value divide(mlir::AffineBinaryOpExpr expr, bool narrow);
  mlir::Value constant(int64_t value, bool narrow);
  bool isNeverNegative(mlir::AffineExpr expr) const;
  bool isNarrow(mlir::AffineExpr expr) const;

  mlir::OpBuilder &b;
  mlir::Location loc;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<mlir::Value> dims, narrowDims;
  llvm::SmallVector<Scope> scopes;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_INDEXVALUES_H
