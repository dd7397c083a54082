//===- Positions.h - Reductions that find a place ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// argmax and argmin combine terms as max and min do, and give where the best
// term was: its number in the order of the operator's own loops.
//
//     [i: 2] argmax [r: 3, s: 4]      the term (r, s) has the number 4 r + s
//
// So whatever renames, splits or reorders the loops of a reduction, or forms
// several partial results of it, has to ask here first: the numbers change with
// the loops, where sums and maxima do not.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_POSITIONS_H
#define NEO_DIALECT_POSITIONS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Is the result of such a reduction the position of a term?
inline bool findsPosition(ReductionKind kind) {
  return kind == ReductionKind::argmax || kind == ReductionKind::argmin;
}

} // namespace neo

#endif // NEO_DIALECT_POSITIONS_H
