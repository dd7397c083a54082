//===- DisjointFootprints.h - Steps that share no data ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A channel of a depthwise convolution reads one plane of the image and its own
// weights, and writes one plane of the result; likewise in both gradients. If
// the steps of a kernel's range have disjoint footprints in all operands and in
// the result, except for halos, then no reuse is lost between two steps:
// another kernel may run in between and reuse lines that are still in the cache
// (InterleavedLaunches.h).
//
//     C[k, p, q] += A[k, p + r, q + s] * W[k, r, s]     over k: disjoint
//     C[i, j] += A[i, k] * B[k, j]                      over i: all read B
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_DISJOINTFOOTPRINTS_H
#define NEO_SCHEDULE_DISJOINTFOOTPRINTS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// On a launch: its steps have disjoint footprints.
constexpr llvm::StringLiteral disjointFootprintsAttrName =
    "neo.disjoint_footprints";

/// Do the steps of the parallel range have disjoint footprints in each operand
/// and in the result?
bool stepsHaveDisjointFootprints(const LoopNest &nest,
                                 const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_DISJOINTFOOTPRINTS_H
