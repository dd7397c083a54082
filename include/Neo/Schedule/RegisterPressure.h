//===- RegisterPressure.h - Values alive in unrolled steps ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Steps of a reduction that are written out read once what they share, and keep
// it from the first use to the last. Sixteen neighbours in a row under seven
// taps, two elements apart,
//
//     C[k, q] += X[2 * q + s] * W[k, s]     vector k: 16, tile q: 16, unroll s
//
// read 37 elements instead of 112: at s = 0 the even ones, at s = 1 the odd
// ones, and by then all of them wait for the next taps. With 16 accumulators
// that is more than there are registers, and a processor that multiplies by an
// element in memory at no extra cost stores and loads vectors instead. How many
// values wait is counted by going through the steps in the order in which they
// are written.
//
// Two orders are written (windowsOverlap): step by step, each with all points
// of the tile; or point by point, each with all its steps. Points that share
// nothing, as two channels of a depthwise convolution, come one after another;
// of the other loops of a tile the longest is outside.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_REGISTERPRESSURE_H
#define NEO_SCHEDULE_REGISTERPRESSURE_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Do steps of unrolled reductions read the vectors of neighbouring points? In
/// a depthwise convolution whose lanes are pixels, rows of a tile do. Its
/// points are written one by one.
bool windowsOverlap(const LoopNest &nest, const Schedule &schedule);

/// Is nothing that is read in one step of `loop` read in another one, by the
/// same steps of a reduction or by others that are written out?
bool sharesNothing(const LoopNest &nest, const Schedule &schedule,
                   unsigned loop);

/// The loops, of which a tile has so many `steps` each, in the order in which
/// its points are written, outermost first.
llvm::SmallVector<unsigned> orderOfPoints(const LoopNest &nest,
                                          const Schedule &schedule,
                                          llvm::ArrayRef<int64_t> steps);

/// The most values that wait for another use at any time, beside the
/// accumulators.
int64_t countHeld(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_REGISTERPRESSURE_H
