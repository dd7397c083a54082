//===- LoopClasses.h - Loops of several statements that are one -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In
//
//     m[a] = max_b x[a, b]        e[i, j] = exp(x[i, j] - m[i])
//
// the loops a and i are one loop, and b and j: both statements index one
// dimension of one tensor by them, x's or m's. Loops of one class have one
// extent, and a statement has at most one of each class.
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

  /// The number of the class that loop `loop` of statement `s` is in.
  unsigned classOf(unsigned s, unsigned loop) const {
    return find(first[s] + loop);
  }
  /// The loop of statement `s` in class `c`, or -1.
  int loopIn(unsigned s, unsigned c) const;
  /// Makes `loop` of statement `s` one with `other` of statement `t`, if they
  /// have one extent.
  void join(unsigned s, unsigned loop, unsigned t, unsigned other) {
    unite(first[s] + loop, first[t] + other);
  }

private:
  unsigned find(unsigned node) const;
  void unite(unsigned a, unsigned b);
  void alignRead(unsigned s, unsigned operand);

  llvm::ArrayRef<ComputeOp> statements;
  llvm::SmallVector<unsigned> first; // node of each statement's first loop
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<unsigned> owner, parent;
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>> nodes; // of each root
  /// For a dimension of a tensor, a loop that indexes it.
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> indexedBy;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_LOOPCLASSES_H
