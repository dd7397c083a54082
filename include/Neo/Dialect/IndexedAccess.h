//===- IndexedAccess.h - Indices that are data ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// neo.compute reads at indices that are known before the program runs, which is
// why its bounds are proven and its gradients gather. An embedding reads where
// a tensor of integers says. Two operators do that, and nothing else:
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//
//     Y[i, j] = A[I[i], j]             B[z, j] = sum of Y[i, j], I[i] = z
//
// Both walk over loops, the dimensions of Y, and at each point name one element
// of the other tensor. An index of that element is either an expression of the
// loops, as in neo.compute, or the integer that a tensor holds at such an
// expression. Both kinds live in one affine map: dimension d is loop d and
// symbol k is the integer that positions[k] holds at maps[k].
//
//     [%I[i], j]        index (i, j)[s0] -> (s0, j)      maps[0] (i, j) -> (i)
//     [i, %I[i, j]]     index (i, j)[s0] -> (i, s0)      maps[0] (i, j) -> (i,
//     j)
//
// An index is a symbol or has none: what else is to be done with the integers,
// a neo.compute has done before. Where the affine guard `where` fails, a gather
// gives 0 and a scatter_add adds nothing; so one is the transpose of the other
// with the very same access, and each is the other's derivative.
//
// (R1) Integers are not known before the program runs, so they are looked at
// then: every element of positions[k] must lie in the dimension that it
// indexes, whether a point reads it or not. Indices from data do not count from
// the end: a negative one is as wrong as in `A[i - 1]`. The interpreter and the
// executor report the first that is not inside and compute nothing with it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INDEXEDACCESS_H
#define NEO_DIALECT_INDEXEDACCESS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct IndexedAccess {
  /// The tensor that is indexed.
  mlir::RankedTensorType type;
  llvm::SmallVector<std::string> loops;
  llvm::SmallVector<int64_t> extents;
  /// One index per dimension of `type`.
  mlir::AffineMap index;
  llvm::SmallVector<mlir::Value> positions;
  llvm::SmallVector<mlir::AffineMap> maps;
  /// Null: always.
  mlir::IntegerSet where = {};

  /// That of an operation. The values in it are the operation's operands.
  static IndexedAccess get(GatherOp op);
  static IndexedAccess get(ScatterAddOp op);

  bool isGuarded() const { return where != mlir::IntegerSet(); }
  /// The number of the tensor whose integers index dimension d, if any do.
  std::optional<unsigned> getPositions(unsigned d) const;
  /// The dimension that positions[k] indexes.
  unsigned getDimension(unsigned k) const;
};

/// Optional attribute of both operators: for every tensor of integers, how an
/// error calls it.
constexpr llvm::StringLiteral describedAttrName = "neo.described";

/// The attribute of a launch that says which operands hold indices.
constexpr llvm::StringLiteral indexChecksAttrName = "neo.index_checks";

/// Its value for `op`, a gather or scatter_add.
mlir::ArrayAttr makeIndexChecks(mlir::Operation *op,
                                const IndexedAccess &access);

/// How an error calls positions[k] of `op`, a gather or scatter_add.
std::string describePositions(mlir::Operation *op, unsigned k);

} // namespace neo

#endif // NEO_DIALECT_INDEXEDACCESS_H
