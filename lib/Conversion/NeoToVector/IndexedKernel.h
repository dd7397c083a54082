//===- IndexedKernel.h - Kernels for indices that are data ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A gather writes every point of its loops once, so the outer loops are
// parallel and the inner ones are a copy:
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//
//     for i in begin..end                      one step of the shared range
//       a = I[i]
//       for j: Y[i, j] = A[a, j]
//
// In a scatter_add two points may update the same element, and floating-point
// addition is not associative. So the *result* is partitioned among threads:
// each owns a range of one of its dimensions, iterates over all points in
// row-major order, and adds those that fall into its range.
//
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//
//     B[begin..end, :] = 0                     one range of rows of B
//     for i
//       a = I[i]
//       if begin <= a < end
//         for j: B[a, j] += Y[i, j]          by vectors, where it is a row
//
// No two threads write the same element, no atomic operation is needed, and
// every element adds its terms in the order of the interpreter: the result is
// bitwise the same for any number of threads. The cost is that every range
// reads the indices again, so there are at most eight, and only one where there
// is little work per index. Where an outer dimension of the result is indexed
// by a loop itself, as in `into [i, %I[i, j]]`, the loop is restricted to the
// range and nothing is read twice.
//
// The executor has checked that indices are in bounds (IndexCheck.h). They are
// clamped nevertheless: another thread of the program may write to the index
// tensor meanwhile; then the sums are wrong, but no memory is corrupted.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_INDEXEDKERNEL_H
#define NEO_CONVERSION_NEOTOVECTOR_INDEXEDKERNEL_H

#include "KernelEmitter.h"

#include "Neo/Dialect/IndexedAccess.h"

namespace neo {

/// Emits the nested loops of a kernel, with loads of data-dependent indices
/// hoisted to the outermost loop that they depend on.
class IndexedLoops {
public:
  IndexedLoops(mlir::OpBuilder &b, mlir::Location loc,
               const IndexedAccess &access, mlir::ValueRange positions)
      : b(b), loc(loc), access(access), positions(positions),
        loops(access.extents.size()), symbols(access.positions.size()) {}

  /// Sets the run-time number of items `count` of the batch, whose extents are
  /// `placeholder` (Batch.h).
  void setItems(std::optional<int64_t> placeholder, mlir::Value count) {
    batch = placeholder;
    items = count;
  }
  /// An extent as a value: the run-time number of items for the batch.
  mlir::Value extent(int64_t size);
  /// Sets the induction variable of `loop` and loads the indices that depend on
  /// it last.
  void setLoop(unsigned loop, mlir::Value value);
  /// Creates `loop` over [begin, end) and sets the insertion point inside it.
  void openLoop(unsigned loop, mlir::Value begin, mlir::Value end,
                int64_t step = 1);
  void openLoop(unsigned loop);
  /// Creates a branch on the guard, which depends on the first `depth` loops,
  /// and sets the insertion point inside it. No index is loaded before: the
  /// guard may be what keeps these loads in bounds.
  void enterGuard(unsigned depth);
  /// Creates a branch on `begin <= index of dimension d < end` and sets the
  /// insertion point inside it.
  void enterRange(unsigned d, mlir::Value begin, mlir::Value end);

  /// The number of outer loops that the guard and the index of dimension d
  /// depend on.
  unsigned getGuardDepth() const;
  unsigned getDepth(unsigned d) const;
  mlir::Value getIndex(unsigned d);
  /// Row-major positions of the point and of the element that it indexes.
  mlir::Value getPoint();
  mlir::Value getElement();
  /// i1: does the guard hold? Null if there is none.
  mlir::Value getGuard();
  mlir::Value constant(int64_t value);

private:
  void readSymbols(unsigned depth);
  mlir::Value readSymbol(unsigned k);
  mlir::Value evaluate(mlir::AffineExpr expr);
  mlir::Value locate(llvm::ArrayRef<int64_t> shape, mlir::ValueRange index);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const IndexedAccess &access;
  mlir::ValueRange positions;
  std::optional<int64_t> batch;
  mlir::Value items;
  llvm::SmallVector<mlir::Value> loops, symbols;
  bool mayRead = !access.isGuarded();
};

/// Does a kernel of `op` take the number of items of a batch?
bool countsItems(mlir::Operation *op, const IndexedAccess &access);

Kernel emitGatherKernel(mlir::ModuleOp module, llvm::StringRef name,
                        GatherOp op);
Kernel emitScatterKernel(mlir::ModuleOp module, llvm::StringRef name,
                         ScatterAddOp op);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_INDEXEDKERNEL_H
