//===- SplitKernel.h - Statements that leave a kernel -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A layer norm and its gradients are one neo.kernel for a CPU, which keeps the
// sums over all rows beside the row it is at:
//
//     neo.kernel [i: 4096]                     neo.kernel [i: 4096]
//       v[i]     ...                             v[i]     ...
//       dg[j]    sum [i] d[i, j] * ...   -->     dx[i, j] ...
//       dx[i, j] ...                             results v, dx
//                                              dg[j]   sum [i] d[i, j] * ...
//
// Blocks of a GPU have no such order, so the sum leaves the kernel. What it
// reads from there becomes a result.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_SPLITKERNEL_H
#define NEO_DIALECT_SPLITKERNEL_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Puts the statements that reduce a loop which all statements share behind
/// `op`, and returns the kernel of the others. Null, with `op` as it was, if
/// less than two would be left, or none leaves. No statement of a kernel reads
/// such a sum, which is complete behind the last row only.
KernelOp splitOffSums(KernelOp op);

} // namespace neo

#endif // NEO_DIALECT_SPLITKERNEL_H
