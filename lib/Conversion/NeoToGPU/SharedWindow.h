//===- SharedWindow.h - What a block needs of an operand --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All threads of a block copy a window of an operand into shared memory, read
// their parts of it, and go on to the next step:
//
//     axis i: register 8, warp 4, lane 4, block     128 steps in a block
//     axis k: register 16, step 64                   16 until the next step
//     window [i, k] pitch [20, 1]                   128 rows of 16, 4 unused
//
// The window has an element for every step of its axes within a block, even if
// several of them are the same element of the operand, as neighbours of a
// convolution are: it is a matrix, whatever the index expressions are. Copies
// are distributed over threads one vector at a time (WindowAccesses.h); with 4,
// 8 or 16 bytes a copy needs no registers (cp.async), and several windows may
// be in flight.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_SHAREDWINDOW_H
#define NEO_CONVERSION_NEOTOGPU_SHAREDWINDOW_H

#include "GlobalAccess.h"

namespace neo {

/// Where the element at a point of `space` lies in the window.
mlir::AffineExpr getPlaceInWindow(const AxisSpace &space, GPUWindowAttr window);

/// The buffer of the window in the stage at offset `stage`, if it has several.
mlir::Value viewWindow(KernelState &state, GPUWindowAttr window,
                       mlir::Type element, mlir::Value stage = {});

/// The same, from the element at `place` on: the part of the address that is
/// loop-invariant is added first, so that a loop over stages adds only `stage`.
mlir::Value viewWindowFrom(KernelState &state, GPUWindowAttr window,
                           mlir::Type element, mlir::Value place,
                           mlir::Value stage);

class WindowCopy;

/// The copies of all windows of `op` for one step. They may be emitted in
/// parts, so that computations hide that the queue of memory accesses fills up.
class StepCopies {
public:
  /// `steps` are the values of the step splits of the axes, null where an axis
  /// has none; `stage` is the offset of the stage that is filled.
  StepCopies(KernelState &state, ComputeOp op, GPUScheduleAttr schedule,
             llvm::ArrayRef<mlir::Value> steps, mlir::Value stage);
  StepCopies(StepCopies &&);
  ~StepCopies();

  /// Emits part `part` of `parts` equal ones.
  void emit(int64_t part = 0, int64_t parts = 1);

private:
  std::vector<std::unique_ptr<WindowCopy>> copies;
};

/// Is the window of `operand` copied without registers?
bool isCopiedAsync(ComputeOp op, unsigned operand, GPUWindowAttr window);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_SHAREDWINDOW_H
