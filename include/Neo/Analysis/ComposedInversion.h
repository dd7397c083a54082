//===- ComposedInversion.h - One inversion after another --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A gradient may be gathered from sums that were made before. Two inversions
// are behind it: which loop points an element of the sums stands for, and which
// elements of the sums meet in an element of the gradient.
//
//     access    C[k, p] reads A[c, p + r]                  loops k, p, c, r
//     sums      T[s0, s1, s2] = sum_t'    c = s0, r = s1, p = s2, k = t'
//     gather    dA[z0, z1] = sum_t T      s = (z0, t, z1 - t)
//
// Each may be right and the whole still wrong, if writer and reader of T
// disagree about its dimensions. So they are composed, into a statement about
// the access alone,
//
//     c = z0, r = t, p = z1 - t, k = t'        free loops t and t'
//
// and this is what is compared with the access (InversionProof.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_COMPOSEDINVERSION_H
#define NEO_ANALYSIS_COMPOSEDINVERSION_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

/// Which points of loops with these `extents` reach an element z through the
/// sums: `gather` tells the elements of the sums, whose dimension d is the loop
/// seen[d], and `sums` tells the points of each. The free loops are those of
/// `gather`, then those of `sums`.
Inversion composeInversions(const Inversion &gather, const Inversion &sums,
                            llvm::ArrayRef<unsigned> seen,
                            llvm::ArrayRef<int64_t> extents);

} // namespace neo

#endif // NEO_ANALYSIS_COMPOSEDINVERSION_H
