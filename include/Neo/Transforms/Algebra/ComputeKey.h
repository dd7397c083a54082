//===- ComputeKey.h - Canonical keys of operators ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Forward and backward often compute one tensor under two names:
//
//     T[i, k, j] = sum_l B[i, k, l] * D[l, j]
//     S[k, i, j] = sum_l D[l, j] * B[i, k, l]
//
// The same terms, with loops and factors in another order; S is T transposed.
// CSE compares attributes and misses this. A key is a canonical text of the
// operator, in which every arbitrary order is normalised. Loops are ordered by
// their *signatures* -- extent, and the positions at which the loop occurs in
// maps, guards and conditions -- and where signatures tie, in the order that
// gives the lexicographically smallest text. Factors of a product and operands
// of commutative operations are sorted. Operators with equal keys are equal but
// for the order in which floats are multiplied and added.
//
//     key(T) = key(S) = sum 2: f32 [64 128 256 | 512] (%B[c1, c2, c3] ...)
//     T's loops in that order: j i k l, S's: j i k l; so
//     S[k, i, j] = T[i, k, j]
//
// Sums of terms that differ in sign have keys that differ in their end: the
// gradients of b and c in A (b - c) are one product and its negative.
//
// Bodies are numbered from the leaves up, so that a value that is used twice is
// written once, and a key is no longer than its operator.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_COMPUTEKEY_H
#define NEO_TRANSFORMS_ALGEBRA_COMPUTEKEY_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>

namespace neo {

struct ComputeKey {
  std::string text;
  /// The operator's loops in the order of the key.
  llvm::SmallVector<unsigned> loops;
};

/// Keys of the operators of one function.
class ComputeKeys {
public:
  ComputeKey get(ComputeOp op);
  /// Must be called before a value is destroyed: its address may be reused.
  void forget(mlir::Value value) { values.erase(value); }

private:
  std::string write(ComputeOp op, llvm::ArrayRef<unsigned> loops);
  unsigned number(const std::string &text);
  unsigned number(mlir::Value value);

  std::map<std::string, unsigned> texts;
  llvm::DenseMap<mlir::Value, unsigned> values;
  unsigned next = 0;
};

/// An existing operator that is equal to the requested one: dimension d of the
/// requested tensor is dimension `map`(d) of its result.
struct KnownCompute {
  ComputeOp op;
  mlir::AffineMap map;
};

/// The operators of a function by their keys.
class KnownComputes {
public:
  /// The operator that equals `op`, if one does.
  std::optional<KnownCompute> find(ComputeOp op);
  /// The sum of which `op` is the negative, if there is one.
  std::optional<KnownCompute> findOpposite(ComputeOp op);
  /// Adds `op`, which equals no known operator.
  void add(ComputeOp op);
  /// Adds `op` under the key of `equal`, which is about to be erased: several
  /// operators now compute its tensor, of which `op` is the last. Dimension d
  /// of the result of `equal` is dimension `dims`[d] of that of `op`.
  void addInsteadOf(ComputeOp equal, ComputeOp op,
                    llvm::ArrayRef<unsigned> dims);
  /// Must be called before `op` is erased.
  void forget(ComputeOp op);

private:
  struct Entry {
    ComputeOp op;
    ComputeKey key;
  };
  std::optional<KnownCompute> find(const ComputeKey &key, ComputeOp op) const;

  ComputeKeys keys;
  std::map<std::string, Entry> entries;
  /// Keys of other operators by which an operator is known.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<std::string>> others;
};

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_COMPUTEKEY_H
