//===- KernelState.h - What all parts of a kernel know ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel under construction: the insertion point, the thread and block index,
// the buffers of tensors, and the elements of inner results that the thread has
// in registers.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_KERNELSTATE_H
#define NEO_CONVERSION_NEOTOGPU_KERNELSTATE_H

#include "IndexValues.h"

#include "Neo/Schedule/GPU/AxisSpace.h"

#include <functional>
#include <map>

namespace neo {

/// A position of every dimension of an AxisSpace; only those count that are
/// unrolled.
using Point = llvm::SmallVector<int64_t>;

struct KernelState {
  KernelState(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  mlir::OpBuilder &b;
  mlir::Location loc;
  /// Of the thread in its block, of the block in the grid.
  mlir::Value thread, lane, warp, block;
  int64_t threads = 0;
  /// Dynamic shared memory as bytes; null if the kernel has none.
  mlir::Value shared;
  /// Have there been views of it, so that threads may be reading it still?
  bool usesShared = false;
  /// The flat buffer of a tensor outside, or of a result.
  llvm::DenseMap<mlir::Value, mlir::Value> buffers;
  /// Those of parts of the result that blocks leave, one for each accumulator.
  llvm::SmallVector<mlir::Value> parts;
  /// Elements of results of statements in registers, by the positions of what
  /// is unrolled in each axis of the output.
  using Key = std::vector<int64_t>;
  llvm::DenseMap<mlir::Value, std::map<Key, mlir::Value>> registers;
  /// What makes the elements of results that are made where they are first
  /// read.
  llvm::DenseMap<mlir::Value, std::function<mlir::Value(const Key &)>> makers;

  /// The element of the result of a statement of the kernel.
  mlir::Value getElement(mlir::Value result, const Key &key);
  mlir::Value constant(int64_t value);
  /// Elements of `type` in shared memory from byte `offset` on, plus `stage`
  /// bytes if there is one.
  mlir::Value sharedView(mlir::Type type, int64_t offset, int64_t elements,
                         mlir::Value stage = {});
  /// A barrier of the block.
  void barrier();
  /// Moves the insertion point into an scf.if of `condition`, if there is one.
  void enterIf(mlir::Value condition);
};

/// The type that `element` has in memory: a byte for i1.
mlir::Type getStorageType(mlir::Type element);

/// The positions unrolled in each of `axes`, a key of registers.
std::vector<int64_t> keyOf(const AxisSpace &space,
                           llvm::ArrayRef<unsigned> axes,
                           llvm::ArrayRef<int64_t> point);

/// `x and y`; null means true.
mlir::Value conjoin(KernelState &state, mlir::Value x, mlir::Value y);

/// Binds the lanes, warps and blocks of `space` to the thread and block index.
void bindThread(KernelState &state, const AxisSpace &space,
                IndexValues &values);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_KERNELSTATE_H
