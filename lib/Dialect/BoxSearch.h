//===- BoxSearch.h - Points of a box, by halving it -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Whether a guard lets a read leave its tensor is a question about integers:
// is there a point of the loops' box where the guard holds and the index does
// not? MLIR answers it by a search in a polyhedron that has one more dimension
// for each floordiv and mod. With few divisions that takes microseconds, with
// ten of them seconds, and nothing bounds it.
//
// Branch and bound asks intervals first. Over j in [0, 63), i in [0, 4) the
// constraint
//
//     4 * i - j - 1 >= 0         lies in [-63, 11]    undecided: halve j
//       j in [0, 31)                     [-31, 11]    undecided: halve again
//       j in [31, 63)                    [-63, -20]   no point here
//
// A box in which a constraint fails everywhere is dropped, one in which all
// hold everywhere has a point, and any other is halved, down to a point, where
// intervals are numbers. That is exact; the boxes that it looks at are counted,
// and beyond a limit the question goes to MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_BOXSEARCH_H
#define NEO_LIB_DIALECT_BOXSEARCH_H

#include "mlir/IR/AffineExpr.h"

#include <optional>

namespace neo {

struct BoxSearchResult {
  /// False if the limit was met, or a number may leave 64 bits.
  bool isDecided = false;
  /// Of a decided search: a point inside, or nothing if there is none.
  std::optional<llvm::SmallVector<int64_t>> point;
};

/// Looks for a point of the box [0, extents[d]) where each constraint is at
/// least 0, or is 0 where it is an equality. Extents must be positive.
BoxSearchResult searchBox(llvm::ArrayRef<int64_t> extents,
                          llvm::ArrayRef<mlir::AffineExpr> constraints,
                          llvm::ArrayRef<bool> isEquality);

} // namespace neo

#endif // NEO_LIB_DIALECT_BOXSEARCH_H
