//===- TightenSum.h - Sums over the terms that exist ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A transposed convolution with stride 2, written as a sum, tests for every tap
// of its window whether an element of the input lies there:
//
//     C[p] = sum_{r < 4} (A[(p - r) floordiv 2] if (p - r) mod 2 == 0) * W[r]
//
// Half of the terms exist. They are found by the analysis that inverts accesses
// for gradients (IndexInversion.h), applied to the operator itself: which
// points (p, r) of its loops belong to element p and satisfy the guard?
//
//     p = z,  r = z mod 2 + 2 t,  t < 2
//
// So the sum runs over t. Where that depends on a residue of z, each class is
// an operator of its own, dense and without a guard:
//
//     E[z] = sum_{t < 2} A[z - t] * W[2 t]           C at 2 z
//     O[z] = sum_{t < 2} A[z - t] * W[2 t + 1]       C at 2 z + 1
//
// The same with the input's loop in place of the window's,
//
//     C[p] = sum_{i < n} A[i] * (W[p - 2 i] if 0 <= p - 2 i < 4)
//
// has no equation, but bounds between which 2 of n terms lie: p - 2 i is at
// most 3 when i is p floordiv 2 - t, t < 2. A band of a matrix is another
// example. So bounds are absorbed, too, where they halve a sum. Others exclude
// few terms, and padding (neo-pad) handles them better.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_TIGHTEN_TIGHTENSUM_H
#define NEO_LIB_TRANSFORMS_TIGHTEN_TIGHTENSUM_H

#include "Neo/Analysis/ResiduePieces.h"
#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/AffineForms.h"

#include "mlir/IR/PatternMatch.h"

#include <vector>

namespace neo {

class TightenSum {
public:
  TightenSum(mlir::RewriterBase &rewriter, ComputeOp op);

  /// The value that replaces the operator's result; null, with the reason in
  /// `reason`, if nothing is saved.
  mlir::Value run(llvm::StringRef &reason);

  /// Points of the loops before and after.
  double before = 1, after = 0;

private:
  struct Read {
    llvm::SmallVector<Form, 4> index;
    llvm::SmallVector<Guard, 2> guards;
  };

  void readAccesses();
  bool isAbsorbed(unsigned operand, const Guard &guard);
  bool isSelective(const Guard &guard, llvm::ArrayRef<Guard> guards);
  bool isProven(const Inversion &whole);
  bool saves(const Inversion &whole);
  OperandSpec makeRead(const Inversion &inversion, unsigned operand);
  mlir::Value emit(const Inversion &inversion);

  mlir::RewriterBase &rewriter;
  ComputeOp op;
  InversionProblem problem;
  ResidueSplit split;
  std::vector<Read> reads;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_TIGHTEN_TIGHTENSUM_H
