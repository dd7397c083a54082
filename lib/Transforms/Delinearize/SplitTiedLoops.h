//===- SplitTiedLoops.h - Splitting loops of several operators --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A plan to split tied loops of extent E into an outer loop of E / inner steps
// and one of `inner`. Loop i of an operator becomes inner * i0 + i1, and index
// i of a tensor whose dimension is split becomes the two indices i floordiv
// inner and i mod inner; then divisions that the new extents decide are folded.
// A plan is made without touching the IR, so that many can be compared by the
// divisions that they leave.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_DELINEARIZE_SPLITTIEDLOOPS_H
#define NEO_LIB_TRANSFORMS_DELINEARIZE_SPLITTIEDLOOPS_H

#include "TiedLoops.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

class SplitTiedLoops {
public:
  /// `inner` divides the extent of `tied`.
  SplitTiedLoops(const TiedLoops &tied, int64_t inner);

  /// Do all new indices fit 64 bits?
  bool isValid() const { return valid; }
  /// The number of divisions that the split removes; negative if it adds some.
  int64_t getSavedDivisions() const { return saved; }
  /// Rebuilds the operators and erases the old ones; calls `replaced` for each
  /// pair.
  void apply(mlir::RewriterBase &rewriter,
             llvm::function_ref<void(ComputeOp, ComputeOp)> replaced) const;

private:
  struct Rewrite {
    ComputeOp op;
    ComputeSpec spec; // without operands' values and body
    mlir::AffineMap loops;
  };

  mlir::LogicalResult plan(ComputeOp op);
  mlir::LogicalResult planOperand(Rewrite &rewrite, unsigned operand,
                                  llvm::ArrayRef<int64_t> extents);

  const TiedLoops &tied;
  int64_t inner;
  llvm::SmallVector<Rewrite> rewrites;
  int64_t saved = 0;
  bool valid = true;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_DELINEARIZE_SPLITTIEDLOOPS_H
