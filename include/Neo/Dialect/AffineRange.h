//===- AffineRange.h - Ranges and emptiness over a box of loops -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The values of an index expression while its loops run over their extents, by
// two methods:
//
//   - intervals: immediate, never too small, exact for one occurrence of each
//     loop. `2 * p + r` over p < 10, r < 9 is [0, 26];
//   - the Presburger library: exact over the integers and under guards, some
//     10 microseconds a question.
//
// The verifier asks the first and, where that does not prove an access, the
// second.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_AFFINERANGE_H
#define NEO_DIALECT_AFFINERANGE_H

#include "Neo/Dialect/ProvenBounds.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace neo {

struct AffineInterval {
  int64_t low, high;
};

/// The range of an operation `kind` on values in `lhs` and `rhs`; none if it
/// may leave 64 bits or is not affine.
std::optional<AffineInterval> combineIntervals(mlir::AffineExprKind kind,
                                               AffineInterval lhs,
                                               AffineInterval rhs);

/// An interval that holds every value of `expr` while loop d runs over
/// [0, extents[d]); nothing if it leaves 64 bits. Extents must be positive.
std::optional<AffineInterval> getInterval(mlir::AffineExpr expr,
                                          llvm::ArrayRef<int64_t> extents);

/// The same while loop d runs over [low[d], high[d]].
std::optional<AffineInterval> getInterval(mlir::AffineExpr expr,
                                          llvm::ArrayRef<int64_t> low,
                                          llvm::ArrayRef<int64_t> high);

/// `expr` without the divisions that the extents decide: over lo < 4, li < 8,
/// (8 * lo + li) floordiv 8 is lo and (8 * lo + li) mod 8 is li.
mlir::AffineExpr simplifyInBox(mlir::AffineExpr expr,
                               llvm::ArrayRef<int64_t> extents);

/// Most divisions in an index that rewrites compose: analyses of indices are
/// exponential in divisions within divisions.
constexpr unsigned mostComposedDivisions = 8;

/// How many floordiv and mod stand in `exprs`.
unsigned countDivisions(llvm::ArrayRef<mlir::AffineExpr> exprs);

/// A set of loop values: the box of the extents under some constraints.
class LoopDomain {
public:
  explicit LoopDomain(llvm::ArrayRef<int64_t> extents) : extents(extents) {}

  /// Adds every constraint of `set`, if there is one.
  LoopDomain &under(mlir::IntegerSet set);
  /// Adds `expr >= 0`.
  LoopDomain &atLeastZero(mlir::AffineExpr expr);

  /// A point of the domain, or nothing if it has none.
  std::optional<llvm::SmallVector<int64_t>> findPoint() const;

  /// Does `expr >= 0` hold everywhere on the domain?
  bool proves(mlir::AffineExpr expr) const;
  /// Is every index of `map` inside `shape` everywhere on the domain?
  bool provesInside(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape) const;

private:
  ProvenBounds::Question askFor(mlir::AffineExpr expr) const;
  bool provesByIntervals(mlir::AffineExpr expr) const;

  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<mlir::AffineExpr> constraints;
  llvm::SmallVector<bool> isEquality;
};

} // namespace neo

#endif // NEO_DIALECT_AFFINERANGE_H
