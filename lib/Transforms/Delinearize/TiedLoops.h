//===- TiedLoops.h - Loops over one dimension -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A loop cannot be split alone if it is a dimension of an intermediate tensor:
// the accesses of the tensor's readers would need divisions instead. In
//
//     y[i, n] = sum k: x[i floordiv 8, i mod 8, k] * w[k, n]    i: 32
//     z[i, n] = y[i, n] + b[n]
//     r[a, t, n] = z[8 * a + t, n]
//
// the loops i of y and of z, and the first dimensions of y and z, are *tied*:
// they run over the same positions, and are split together or not at all. Tied
// are the loop of a producer and a loop of a reader that is the whole index of
// that dimension. r reads z at another index and is a *border*: its loops are
// kept and only its access to the dimension is rewritten. A result of the
// function is a border too, as its shape is fixed.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_DELINEARIZE_TIEDLOOPS_H
#define NEO_LIB_TRANSFORMS_DELINEARIZE_TIEDLOOPS_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

/// The loops that are split together with one of them.
class TiedLoops {
public:
  /// All loops tied to loop `loop` of `op`, of operators that `may` be split;
  /// none if that one cannot be.
  TiedLoops(
      ComputeOp op, unsigned loop,
      llvm::function_ref<bool(ComputeOp)> may = [](ComputeOp) { return true; });

  bool empty() const { return loops.empty(); }
  int64_t getExtent() const { return extent; }
  /// The loops of `op` that are among them.
  llvm::ArrayRef<unsigned> getLoops(ComputeOp op) const;
  /// The dimensions of `tensor` that such loops run over.
  llvm::SmallVector<unsigned> getDimensions(mlir::Value tensor) const;
  /// Operators with such loops, and readers of their results, in program order.
  llvm::SmallVector<ComputeOp> getOperators() const;

private:
  using Filter = llvm::function_ref<bool(ComputeOp)>;
  void add(ComputeOp op, unsigned loop, Filter may);
  void addReaders(ComputeOp op, unsigned dimension, Filter may);
  void addProducers(ComputeOp op, unsigned loop, Filter may);

  int64_t extent;
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<unsigned, 2>> loops;
  llvm::SetVector<mlir::Operation *> readers;
  llvm::SmallVector<std::pair<ComputeOp, unsigned>> todo;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_DELINEARIZE_TIEDLOOPS_H
