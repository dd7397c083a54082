//===- Packing.h - Packed copies of contraction operands --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A register tile needs vectors of contiguous elements of one operand:
//
//     C[i, j] = sum_k A[i, k] * B[j, k]        i: 64, j: 512
//
// Neither i nor j is contiguous in an operand. Copying B once, transposed,
// gives vectors of j; copying A gives vectors of i. A packing is a choice of
// the operand and of a *run*: adjacent loops of the result that only this
// operand depends on, each indexing one dimension of it. The copy has the run
// innermost, in the order of the result's dimensions, so that the loops of the
// run can be merged into one long loop for vector lanes:
//
//     P[jo, k, ji] = B[64 * jo + ji, k]        panels, if 16 divides an extent
//     Q[k, p, q]   = D[k', p, q, k'']          else the whole run
//
// The cost in cycles decides:
//
//     elements of the operand * cost of transposing one
//   + masked lanes at the end of the run, in every term
//   + results that are not contiguous along the run, stored one by one
//
// so of a weight tensor of 40 MB and a cotangent of 800 kB the cotangent is
// copied although its rows fill 6.25 vectors.
//
// Where both operands of a product have strides of whole pages in the
// reduction, as in A[k, i] * B[k, j], one is packed in panels and fills
// vectors. The other may be packed in panels or transposed, T[i, k] = A[k, i],
// whichever costs less.
//
// Where some operand can fill vectors without a copy, the copy has to pay for
// itself. The cost of the contraction with and without it is that of its best
// schedule: a row of 14 pixels fills a vector of 16 badly, and 64 output
// channels fill four well, for the cost of transposing the weights.
//
// The copy of a fixed operand (FixedValues.h) is made once and has no cost:
// panels of any width are tried.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_LAYOUT_PACKING_H
#define NEO_TRANSFORMS_LAYOUT_PACKING_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct Packing {
  unsigned operand;
  /// Adjacent loops of the result, outermost first.
  llvm::SmallVector<unsigned, 2> run;
  /// The dimension of the operand that each loop of the run indexes.
  llvm::SmallVector<unsigned, 2> dimensions;
  /// Elements of a panel; 0: the whole run.
  int64_t width = 0;
  double cycles = 0;
};

/// Called with an operand and the reason why it is not packed.
using PackingRefusal = llvm::function_ref<void(unsigned, llvm::StringRef)>;

/// The cheapest packing of an operand if no vector can be filled from the
/// operands of the contraction `op` without a copy.
std::optional<Packing> choosePackingForVectors(ComputeOp op,
                                               PackingRefusal refuse);

/// One packing per operand that might be copied although vectors can be filled
/// without: rows that are no multiple of the lanes waste some, and edges inside
/// a vector cannot be peeled. Whether it pays is decided by the cost of
/// schedules.
llvm::SmallVector<Packing> listPackings(ComputeOp op, PackingRefusal refuse);

/// Packings of fixed operands: panels of every width, and whole runs.
llvm::SmallVector<Packing> listFixedPackings(ComputeOp op,
                                             PackingRefusal refuse);

/// Panels for `operand` if it fills vectors, but the stride of its rows causes
/// set conflicts.
std::optional<Packing> choosePackingForConflicts(ComputeOp op, unsigned operand,
                                                 PackingRefusal refuse);

/// `operand` transposed, with the reduction that steps over whole rows of it
/// innermost, so that a tile reads contiguous elements of it.
std::optional<Packing> choosePackingTransposed(ComputeOp op, unsigned operand);

} // namespace neo

#endif // NEO_TRANSFORMS_LAYOUT_PACKING_H
