//===- IndexedKernel.h - Kernels for indices that are data ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A gather writes every point of its loops once, so threads share the outer
// loops and the inner ones are a copy:
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//
//     for i in begin..end                      one step of the shared range
//       a = I[i]
//       for j: Y[i, j] = A[a, j]
//
// In a scatter_add two points may meet in one element, and floats that are
// added in another order give another sum. So threads share the *result*: each
// owns a range of one of its dimensions, walks over all points in row-major
// order, and adds those that fall into its range.
//
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//
//     B[begin..end, :] = 0                     one range of rows of B
//     for i
//       a = I[i]
//       if begin <= a < end
//         for j: B[a, j] += Y[i, j]
//
// No two threads meet, no atomic operation is needed, and every element adds
// its terms in the order of the interpreter: the bits of the result do not
// depend on the number of threads. The cost is that every range reads the
// indices again, so there are at most eight, and one where little is done for
// an index. Where an outer dimension of the result is indexed by a loop itself,
// as in `into [i, %I[i, j]]`, the loop runs over the range alone and the cost
// is nothing.
//
// Indices are inside, the executor has looked (IndexCheck.h). They are clamped
// nevertheless: another thread of the program may write to the tensor of
// indices meanwhile, and then the sums are wrong but memory is not.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_INDEXEDKERNEL_H
#define NEO_CONVERSION_NEOTOVECTOR_INDEXEDKERNEL_H

#include "KernelEmitter.h"

#include "Neo/Dialect/IndexedAccess.h"

namespace neo {

/// Writes the loops of a kernel one inside the other, with the indices from
/// data read as soon as the loops they depend on have values.
class IndexedLoops {
public:
  IndexedLoops(mlir::OpBuilder &b, mlir::Location loc,
               const IndexedAccess &access, mlir::ValueRange positions)
      : b(b), loc(loc), access(access), positions(positions),
        loops(access.extents.size()), symbols(access.positions.size()) {}

  /// The batch (Batch.h), whose stand-in is `standIn`, has `count` items.
  void setItems(std::optional<int64_t> standIn, mlir::Value count) {
    batch = standIn;
    items = count;
  }
  /// An extent as a value: of the batch, the number of items.
  mlir::Value extent(int64_t size);
  /// Gives loop `loop` its value; indices that wait for it are read.
  void setLoop(unsigned loop, mlir::Value value);
  /// Opens `loop` over [begin, end) and stands inside it.
  void openLoop(unsigned loop, mlir::Value begin, mlir::Value end);
  void openLoop(unsigned loop);
  /// Stands where the guard holds, which `depth` loops decide. Before that no
  /// index is read: the guard may be what keeps the reads in bounds.
  void enterGuard(unsigned depth);
  /// Stands where `begin <= index of dimension d < end`.
  void enterRange(unsigned d, mlir::Value begin, mlir::Value end);

  /// The loops that the guard and the index of dimension d wait for: those
  /// before this one.
  unsigned getGuardDepth() const;
  unsigned getDepth(unsigned d) const;
  mlir::Value getIndex(unsigned d);
  /// Row-major positions of the point and of the element it names.
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
