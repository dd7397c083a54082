//===- RegisterPressure.h - Live values of unrolled steps -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Unrolled steps of a reduction load shared elements once, and keep them live
// from the first use to the last. Sixteen adjacent outputs of a row under seven
// taps with stride two,
//
//     C[k, q] += X[2 * q + s] * W[k, s]     vector k: 16, tile q: 16, unroll s
//
// load 37 elements instead of 112: at s = 0 the even ones, at s = 1 the odd
// ones, and from then on all of them are live until later taps. With 16
// accumulators that exceeds the registers, and vectors are spilled and
// reloaded, although a memory operand of the multiplication would have been
// free. The number of live values is counted by simulating the steps in the
// order in which they are emitted.
//
// There are two orders (windowsOverlap): step by step, each with all points of
// the tile; or point by point, each with all its steps. Loops whose points
// share no operand, as two channels of a depthwise convolution, are outermost;
// then the longest loop of the tile.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_REGISTERPRESSURE_H
#define NEO_SCHEDULE_REGISTERPRESSURE_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Do steps of unrolled reductions read the vectors of adjacent points? In a
/// depthwise convolution whose lanes are pixels, rows of a tile do. Its points
/// are emitted one by one.
bool windowsOverlap(const LoopNest &nest, const Schedule &schedule);

/// Do different steps of `loop` read disjoint elements, in the same and in all
/// unrolled reduction steps?
bool readsDisjointElements(const LoopNest &nest, const Schedule &schedule,
                           unsigned loop);

/// The loops in the order in which the points of a tile with so many `steps`
/// are emitted, outermost first.
llvm::SmallVector<unsigned> orderOfPoints(const LoopNest &nest,
                                          const Schedule &schedule,
                                          llvm::ArrayRef<int64_t> steps);

/// Register pressure: the maximum number of values that are live at a time,
/// without the accumulators.
int64_t countLiveValues(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_REGISTERPRESSURE_H
