//===- WindowAccesses.h - Threads that copy a window together ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Copies of a window, into shared memory or out of it, split its axes otherwise
// than the computation: into a vector, accesses, and the steps and blocks as
// they are. Accesses are distributed over all threads of the block, those that
// are contiguous in device memory to adjacent threads:
//
//     window [i, j] of 64 x 128 halves, copy 8 on j, 256 threads
//     access a   columns 8 * (a mod 16) ..., row a div 16
//     thread t   accesses t, t + 256, t + 512, t + 768
//
// Where the threads divide the accesses evenly, as here into 16 rows at once,
// consecutive accesses of every thread are the same number of rows apart: they
// are a register split of the axis, and differ by a constant offset.
//
//     axis i: warp 16, register 4        axis j: vector 8, warp 16
//
// Lanes of one transaction that write several rows meet in a bank where these
// are padded. The rows of neighbouring lanes are then interleaved:
//
//     window [i, k] of 64 x 16 floats, pitch 20, copy 4 on k, 64 threads
//     adjacent rows        words 0 to 15 and 20 to 35: word 32 is in bank 0
//     interleave 4         words 0 to 15 and 80 to 95, banks 16 to 31
//
//     axis i: warp 1, register 4, warp 16        axis k: vector 4, warp 4
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_WINDOWACCESSES_H
#define NEO_CONVERSION_NEOTOGPU_WINDOWACCESSES_H

#include "KernelState.h"

namespace neo {

class WindowAccesses {
public:
  /// `steps` are the values of the step splits, by axis; null where an axis has
  /// none, or counts not.
  WindowAccesses(KernelState &state, ComputeOp op, GPUScheduleAttr schedule,
                 GPUWindowAttr window, llvm::ArrayRef<mlir::Value> steps);

  const AxisSpace &getSpace() const { return space; }
  IndexValues &getValues() { return values; }

  /// Accesses that a thread makes.
  int64_t countOfThread() const;
  /// Calls `copy` for the accesses `from` to `to` - 1 of a thread, where they
  /// are emitted, with the point of the first element; what the dimensions of
  /// the space are is in the values.
  void forEach(int64_t from, int64_t to,
               llvm::function_ref<void(const Point &first)> copy);

  /// Where the element at `first` lies in the window.
  mlir::Value getPlace(const Point &first);

private:
  unsigned findDealt(int64_t axis) const;
  int64_t count() const;
  llvm::SmallVector<Point> getPoints() const;
  void bind(mlir::Value number);
  void emit(int64_t first, llvm::ArrayRef<Point> points,
            llvm::function_ref<void(const Point &first)> copy);

  KernelState &state;
  GPUWindowAttr window;
  AxisSpace space;
  IndexValues values;
  /// Dimensions that neighbouring threads walk, the fastest first.
  llvm::SmallVector<unsigned> dealt;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_WINDOWACCESSES_H
