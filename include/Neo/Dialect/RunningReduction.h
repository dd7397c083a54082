//===- RunningReduction.h - Sums up to each element -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A running sum has a condition that compares a summed loop with a loop of the
// result that no read depends on:
//
//     %S = neo.compute [i: 1000] sum [k: 1000] %A[k] where (k <= i)
//
// All elements have the same terms, so it can be taken in blocks
// (neo-running-sums) as long as `k` is one loop. A running sum of a matrix in
// row-major order would read %A[k floordiv 50, k mod 50], and with `k` split
// into rows and columns, or a derivative that has these two as loops, nothing
// would see it: each element would take all terms up to it. So what it reads
// stays a vector, and its loops stay whole.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_RUNNINGREDUCTION_H
#define NEO_DIALECT_RUNNINGREDUCTION_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Is `op` a running sum, product or extremum, or the search of one?
bool isRunningReduction(ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_RUNNINGREDUCTION_H
