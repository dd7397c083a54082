//===- Packing.h - Which operand of a contraction is copied -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A register tile needs vectors of contiguous elements of one operand:
//
//     C[i, j] = sum_k A[i, k] * B[j, k]        i: 64, j: 512
//
// Neither i nor j is contiguous in an operand. Copying B once, transposed,
// gives vectors of j; copying A gives vectors of i. A packing is a
// choice of the operand and of a *run*: neighbouring loops of the result that
// this operand alone reads, each along a dimension of its own. The copy has the
// run innermost, in the order in which the result walks it, so that the loops
// of the run are one long loop for the lanes of vectors:
//
//     P[jo, k, ji] = B[64 * jo + ji, k]        panels, if 16 divides a loop
//     Q[k, p, q]   = D[k', p, q, k'']          else the run whole
//
// The cost in cycles decides:
//
//     elements of the operand * cost of transposing one
//   + masked lanes at the end of the run, in every term
//   + results that do not lie along the run and are stored one by one
//
// so of a weight tensor of 40 MB and a cotangent of 800 kB the second is copied
// although its rows fill 6.25 vectors.
//
// Where both operands of a product step over whole pages in the reduction, as
// in A[k, i] * B[k, j], one is put in panels and fills vectors. The other may
// be put in panels or turned, T[i, k] = A[k, i], whichever costs less.
//
// Where some operand can fill vectors without a copy, the copy has to pay off.
// The cost of the contraction with and without it is that of its best schedule:
// a row of 14 pixels fills a vector of 16 badly, and 64 output channels fill
// four well, for the cost of transposing the weights.
//
// The copy of an operand that is the same in every run (FixedValues.h) is made
// once and has no cost: panels of any width are tried.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_LAYOUT_PACKING_H
#define NEO_TRANSFORMS_LAYOUT_PACKING_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct Packing {
  unsigned operand;
  /// Loops of the result, neighbours, outermost first.
  llvm::SmallVector<unsigned, 2> run;
  /// The dimension of the operand that each loop of the run walks.
  llvm::SmallVector<unsigned, 2> dimensions;
  /// Elements of a panel; 0: the run whole.
  int64_t width = 0;
  double cycles = 0;
};

/// Called with an operand and the reason for which it stays where it is.
using PackingRefusal = llvm::function_ref<void(unsigned, llvm::StringRef)>;

/// The cheapest packing of an operand if no vector can be filled from the
/// operands of the contraction `op` as they stand.
std::optional<Packing> choosePackingAcross(ComputeOp op, PackingRefusal refuse);

/// One packing per operand that might be copied although vectors can be filled
/// without: rows that are no multiple of the lanes leave some empty, and edges
/// inside a vector cannot be left out. Whether it pays is the schedules' cost.
llvm::SmallVector<Packing> listPackings(ComputeOp op, PackingRefusal refuse);

/// Packings of the operands that are the same in every run: panels of every
/// width, and runs that stay whole.
llvm::SmallVector<Packing> listFixedPackings(ComputeOp op,
                                             PackingRefusal refuse);

/// Panels for `operand` if it fills vectors, but with rows so far apart that
/// they fall on the same cache sets.
std::optional<Packing> choosePackingApart(ComputeOp op, unsigned operand,
                                          PackingRefusal refuse);

/// `operand` with the reduction that steps over whole rows of it innermost, so
/// that a tile reads elements of it that lie one after the other.
std::optional<Packing> choosePackingTurned(ComputeOp op, unsigned operand);

} // namespace neo

#endif // NEO_TRANSFORMS_LAYOUT_PACKING_H
