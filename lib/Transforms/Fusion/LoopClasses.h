//===- LoopClasses.h - Corresponding loops of statements --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In
//
//     m[a] = max_b x[a, b]        e[i, j] = exp(x[i, j] - m[i])
//
// the loops a and i correspond, and so do b and j: both statements index the
// same dimension of the same tensor, x or m, by them. Corresponding loops form
// a class (by union-find). Loops of a class have the same extent, and a
// statement has at most one of each class.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_LOOPCLASSES_H
#define NEO_LIB_TRANSFORMS_FUSION_LOOPCLASSES_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace neo {

class LoopClasses {
public:
  explicit LoopClasses(llvm::ArrayRef<ComputeOp> statements);

  /// The class of loop `loop` of statement `s`.
  unsigned classOf(unsigned s, unsigned loop) const {
    return find(first[s] + loop);
  }
  /// The loop of statement `s` in class `c`, or -1.
  int loopIn(unsigned s, unsigned c) const;
  /// Unites the classes of `loop` of statement `s` and `other` of statement
  /// `t`, if their extents are equal.
  void join(unsigned s, unsigned loop, unsigned t, unsigned other) {
    unite(first[s] + loop, first[t] + other);
  }

private:
  unsigned find(unsigned node) const;
  void unite(unsigned a, unsigned b);
  void alignRead(unsigned s, unsigned operand);

  llvm::ArrayRef<ComputeOp> statements;
  llvm::SmallVector<unsigned> first; // node of the first loop of each statement
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<unsigned> owner, parent;
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>> nodes; // of each root
  /// A loop that indexes a dimension of a tensor.
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> indexedBy;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_LOOPCLASSES_H
