//===- BetweenStatements.h - What must run between statements ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Statements can be one kernel only together with everything that lies on a
// path of the data flow from one of them to another: it would have to run in
// the middle of the kernel. The deviations of batch norm are read by its
// variance and by its result, but the result needs the root of the whole
// variance, which no step of a row has:
//
//     d[i, j] = x[i, j] - m[j]
//     v[j]    = sum_i d[i, j] ** 2      a statement
//     r[j]    = rsqrt(v[j] / n)         between v and y
//     y[i, j] = d[i, j] * r[j]          a statement
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_BETWEENSTATEMENTS_H
#define NEO_LIB_TRANSFORMS_FUSION_BETWEENSTATEMENTS_H

#include "Neo/Dialect/NeoDialect.h"

#include <optional>

namespace neo {

/// `statements`, which stand in one block, and what lies between them, in the
/// order of the block. None where that is not all neo.compute, or too much to
/// look at.
std::optional<llvm::SmallVector<ComputeOp>>
withAllBetween(llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BETWEENSTATEMENTS_H
