//===- AccessSimplification.h - Indices that extents decide -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Derived and composed accesses divide, and ask, more than the extents of their
// loops leave open. Over i < 6, with m = (i floordiv 4 + 1) mod 2, which is 0
// or 1,
//
//     %a[(4 * i + m + 2) floordiv 4] if (m < -4) else 0.0     -->  0.0
//     %a[(4 * i + m + 2) floordiv 4] if (m >= 0) else 0.0     -->  %a[i]
//
// A condition that holds at every point goes, an operand whose guard holds at
// none is its pad, and an index is replaced where another form of it divides
// less often. Only intervals are asked, so that canonicalization stays quick.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_ACCESSSIMPLIFICATION_H
#define NEO_LIB_DIALECT_ACCESSSIMPLIFICATION_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

void populateAccessSimplification(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_LIB_DIALECT_ACCESSSIMPLIFICATION_H
