//===- BetweenStatements.h - Convex groups of statements --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Statements can be one kernel only together with all operators on a use-def
// path from one of them to another, which would have to run in the middle of
// the kernel (the group has to be convex). The deviations of batch norm are
// read by its variance and by its result, but the result needs the root of the
// whole variance, which is not available in a step of a row:
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

/// `statements`, which are in one block, and the operators on paths between
/// them, in program order. None if some of these are no neo.compute, or if
/// there are too many.
std::optional<llvm::SmallVector<ComputeOp>>
withAllBetween(llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BETWEENSTATEMENTS_H
