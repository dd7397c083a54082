//===- SplitLoops.h - Splitting divided loops -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tensor in panels of 16 columns is read as P[j floordiv 16, k, j mod 16].
// Over one loop j that is irregular; over two, jo and ji with j = 16 * jo + ji,
// it is P[jo, k, ji], and ji is contiguous. Splitting every loop that indices
// divide by one constant makes packed operands, reshapes, pixel shuffles and
// residue classes as regular as the original tensors. Where several loops are
// divided together, as in a rotation inside groups of 8,
//
//     X[i, 8 * (j floordiv 8) + (j - i) mod 8]
//
// both are split, and only two loops of 8 steps remain irregular.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SPLITLOOPS_H
#define NEO_SCHEDULE_SPLITLOOPS_H

#include "Neo/Schedule/LoopNest.h"

namespace neo {

/// Splits each loop of `nest` by the common period of its divisions, if that
/// divides the extent.
void splitDividedLoops(LoopNest &nest);

} // namespace neo

#endif // NEO_SCHEDULE_SPLITLOOPS_H
