//===- WhereGuards.h - A where guard, moved to the reads --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A `where` guard leaves terms out of a reduction. A rewrite that keeps every
// term, because it counts them or stores them, guards the reads instead:
//
//     y[i] max= x[i + r] where i + r < n
//
//     term at (i, r):  x[i + r] if i + r < n, else the pad
//
// The rewrite has to define the term outside the guard; no operand is read
// there.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_WHEREGUARDS_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_WHEREGUARDS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Moves the `where` guard of `spec`, if any, to each of its operands. One
/// without a pad is padded with zeros.
void moveWhereIntoReads(ComputeSpec &spec, mlir::OpBuilder &b);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_WHEREGUARDS_H
