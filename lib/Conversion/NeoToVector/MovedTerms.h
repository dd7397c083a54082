//===- MovedTerms.h - Sums begin where their terms do -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The sums of a tile whose lanes are reduced need not walk together. In
//
//     dW[s] = sum_q A[2 * q + s - 1] * D[q]        s < 3
//
// the first sum has no term at q = 0, where A is padding. Begun one lane later
// it reads of A just what the third one reads,
//
//     s = 0     A  1 3 5 7     D  1 2 3 4
//     s = 1     A  0 2 4 6     D  0 1 2 3
//     s = 2     A  1 3 5 7     D  0 1 2 3
//
// two thirds of the ranges, shuffles and single lanes at edges, for one more
// vector of D, which serves the three rows of a window. The terms are the same;
// in the last vector the moved sum has that many fewer.
//
// Where lanes are results, what is moved is a sum of its own, see SharedTaps.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_MOVEDTERMS_H
#define NEO_CONVERSION_NEOTOVECTOR_MOVEDTERMS_H

#include "TileState.h"

namespace neo {

/// `points` of a section of reduction `loop`, which fills the lanes, each moved
/// by as many lanes as the loop begins with padding there. Of the last section
/// (`isLast`) they keep what is inside the loop, perhaps no lane.
llvm::SmallVector<TilePoint> moveTerms(TileState &state,
                                       llvm::ArrayRef<TilePoint> points,
                                       unsigned loop, bool isLast);

/// How many of the first elements of `loop`, from 0 on, are padding at `point`,
/// wherever the other loops are; 0 if all of them are, up to `most`.
int64_t countPadding(TileState &state, const TilePoint &point, unsigned loop,
                     int64_t most);

/// `point` as `operand` is read there: of a reduction, where a guard keeps the
/// index inside, with the lanes of a point that has not been moved; else at the
/// later tap. Both are read anyway.
TilePoint readingPoint(const TileState &state, const NestOperand &operand,
                       const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_MOVEDTERMS_H
