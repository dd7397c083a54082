//===- WindowLayout.h - Where windows lie in shared memory ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Windows of operands are placed one after the other, and the same again for
// each pipeline stage; that of the result reuses their memory, since they are
// no longer read by then:
//
//     0       %A  64 x (64 + 8) halves        stage 0
//     9216    %B  64 x (128 + 8)
//     26624   %A                              stage 1
//     35840   %B                              ...
//     0       result  64 x (128 + 8)
//
// So the offset of a stage is the same for all windows.
//
// Rows along which lanes differ are padded by 16 bytes: eight rows of 16 bytes,
// as ldmatrix reads them and as fragments are stored, are in different banks.
// The address of every access is then the sum of one register, which depends on
// lane and stage, and a constant. An XOR swizzle of 16-byte chunks by the row
// would save the padding, a ninth of the window, but its addresses do not
// differ by constants: every column of chunks needs a register and, per step,
// an addition of its own. What a swizzle also does, keep apart the rows that
// lanes write together, is done by the order of the copies (`interleave`,
// NeoToGPU/WindowAccesses.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_WINDOWLAYOUT_H
#define NEO_LIB_SCHEDULE_GPU_WINDOWLAYOUT_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// `axes` as copies of a window split them: all steps of a window are in
/// registers, `width` contiguous ones first.
llvm::SmallVector<GPUAxisAttr>
getCopyAxes(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes, int64_t width);

/// The axis of `known` along which neighbouring lanes copy the window of an
/// operand: that of the vectors of `read`, or, of elements that are copied one
/// by one, the one along which lanes touch the fewest sectors; of equal ones
/// the last.
int64_t findCopyAxis(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes,
                     llvm::ArrayRef<int64_t> known, unsigned operand,
                     GPUAccessAttr read);

/// A window of the axes `known` that is contiguous along one of them, behind
/// the `shared` bytes that there are, to which it adds its own, with one copy.
/// Rows have `pad` elements more than they need.
GPUWindowAttr layOutWindow(llvm::ArrayRef<GPUAxisAttr> axes,
                           llvm::ArrayRef<int64_t> known, int64_t along,
                           int64_t vector, int64_t elementBytes, int64_t pad,
                           int64_t &shared);

/// `window` with the rows of neighbouring lanes so far apart that they meet in
/// no bank, unless lanes then touch more sectors: those of adjacent rows that
/// are copied element by element may be the same ones.
GPUWindowAttr interleaveRows(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes,
                             unsigned operand, GPUAccessAttr read,
                             GPUWindowAttr window);

/// Gives the windows of `reads`, which have `shared` bytes together, a buffer
/// for each of `stages`.
void stackStages(ComputeOp op, llvm::MutableArrayRef<GPUAccessAttr> reads,
                 int64_t stages, int64_t &shared);

/// How the result is written: through shared memory where the lanes of a warp
/// have less than a contiguous sector of it. The window lies behind the
/// `shared` bytes that there are, to which it adds its own.
GPUAccessAttr planResult(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes,
                         const GPUMachine &machine, int64_t &shared);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_WINDOWLAYOUT_H
