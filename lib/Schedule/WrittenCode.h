//===- WrittenCode.h - How long the code of a tile is -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile of several vectors, with steps of the reduction that are written out,
// has the body and the reads of an operator once for each vector and step:
//
//     S[j] = sum of p, q, i: tanh(A[j, 4 q - 2 i + p] if ... else 0) * B[...]
//     vector i: 4, tile j: 5, unroll p: 5, q: 7      175 times
//
// Products whose operands are contiguous are one or two instructions each, and
// FullUnroll.h counts them. A function is twenty, an operation that rounds to a
// half six, lanes that are put together from places apart as many as there are
// lanes, a condition on lanes a comparison and a selection. Compilers take time
// in proportion to the square of such code, and it is no faster than a loop, as
// soon as it is longer than what unrolling saves. So candidates have a budget
// of instructions. The estimate is that of straight code: it knows nothing of
// what later folds away.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_WRITTENCODE_H
#define NEO_LIB_SCHEDULE_WRITTENCODE_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Instructions on vectors in the code of one tile, about.
int64_t countWrittenCode(const LoopNest &nest, const Schedule &schedule);

/// Is that more than compiles in about a second, although a smaller tile, or
/// one without unrolled steps, would do?
bool exceedsWrittenCode(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_WRITTENCODE_H
