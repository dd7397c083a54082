//===- CodeSize.h - Instructions in the code of a tile ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Code size: a tile of several vectors with unrolled reduction steps repeats
// the body and the loads of an operator for each vector and step:
//
//     S[j] = sum of p, q, i: tanh(A[j, 4 q - 2 i + p] if ... else 0) * B[...]
//     vector i: 4, tile j: 5, unroll p: 5, q: 7      175 times
//
// Products of contiguous operands are one or two instructions each, and
// FullUnroll.h counts them. A function is twenty, an operation that rounds to a
// half six, a gather of scattered lanes as many as lanes, a condition on lanes
// a comparison and a select. Compile time is quadratic in the length of such
// code, and unrolling gains nothing where the body is much longer than what it
// saves. So candidates have a budget of instructions for a tile, and one for
// the bodies in all sections of the loops (TileSections.h). The estimate is
// that of straight-line code before simplification.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_CODESIZE_H
#define NEO_SCHEDULE_CODESIZE_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The number of instructions of the body for one vector.
int64_t countBodySize(ComputeOp op);

/// Approximate number of vector instructions in the code of one tile.
int64_t countCodeSize(const LoopNest &nest, const Schedule &schedule);

/// Do so many instructions take more than about a second to compile?
bool exceedsCodeSize(int64_t instructions);

/// Does the code of one tile, although a smaller tile, or one without unrolled
/// steps, is possible?
bool exceedsCodeSize(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_CODESIZE_H
