//===- ShiftedTerms.h - Loop shifting of sums over lanes --------*- C++ -*-===//
//-*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Loop shifting for a tile whose lanes are reduced: its sums need not be at the
// same iteration. In
//
//     dW[s] = sum_q A[2 * q + s - 1] * D[q]        s < 3
//
// the first sum has no term at q = 0, where A is padding. Shifted by one lane
// it reads the same elements of A as the third one,
//
//     s = 0     A  1 3 5 7     D  1 2 3 4
//     s = 1     A  0 2 4 6     D  0 1 2 3
//     s = 2     A  1 3 5 7     D  0 1 2 3
//
// which takes two thirds of the loads and shuffles, and of the single lanes at
// edges, for one more vector of D, which the three rows of a window share. The
// terms are the same; in the last vector the shifted sum has that many fewer.
//
// Where lanes are results, a separate sum is shifted, see SharedTaps.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_SHIFTEDTERMS_H
#define NEO_CONVERSION_NEOTOVECTOR_SHIFTEDTERMS_H

#include "TileState.h"

namespace neo {

/// `points` of a section of reduction `loop`, which is vectorised, each shifted
/// by the number of iterations of padding that the loop begins with there. In
/// the last section (`isLast`) they keep the lanes that are inside the loop,
/// perhaps none.
llvm::SmallVector<TilePoint> shiftTerms(TileState &state,
                                        llvm::ArrayRef<TilePoint> points,
                                        unsigned loop, bool isLast);

/// How many iterations of `loop`, from 0 on, read padding at `point` for all
/// values of the other loops; 0 if all of them do, up to `most`.
int64_t countPadding(TileState &state, const TilePoint &point, unsigned loop,
                     int64_t most);

/// The point at which `operand` is loaded for a shifted `point`, chosen so that
/// the vector is one that other sums load anyway: of a reduction, with all
/// lanes that an unshifted point has, if the operand is padded past its end;
/// where lanes are results, at the later tap.
TilePoint readingPoint(const TileState &state, const NestOperand &operand,
                       const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_SHIFTEDTERMS_H
