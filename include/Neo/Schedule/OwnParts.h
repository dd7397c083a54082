//===- OwnParts.h - Steps that read nothing of each other -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A channel of a depthwise convolution reads one plane of the picture, its own
// weights, and writes one plane of the result; so does one of each gradient. If
// every step of a kernel's range has a part of its own of all operands and of
// the result, but for what reaches into a neighbour's, then nothing is lost by
// stopping between two steps: another kernel may have its turn there, with what
// is still in the cache (JointWalk.h).
//
//     C[k, p, q] += A[k, p + r, q + s] * W[k, r, s]     over k: own parts
//     C[i, j] += A[i, k] * B[k, j]                      over i: B is all theirs
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_OWNPARTS_H
#define NEO_SCHEDULE_OWNPARTS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// On a launch: its steps have parts of their own.
constexpr llvm::StringLiteral ownPartsAttrName = "neo.own_parts";

/// Has every step of the range that threads share a part of its own of each
/// operand and of the result?
bool stepsHaveOwnParts(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_OWNPARTS_H
