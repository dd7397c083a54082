//===- ComposedInversion.h - Composition of two inversions ------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A gradient may be gathered from partial sums. It is then built from two
// inversions: from elements of the sums to loop points, and from elements of
// the gradient to elements of the sums.
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

/// Composes two inversions: `gather` maps an element z to elements of the sums,
/// whose dimension d is the loop seen[d], and `sums` maps these to points of
/// the loops with `extents`. The free loops are those of `gather`, then those
/// of `sums`.
Inversion composeInversions(const Inversion &gather, const Inversion &sums,
                            llvm::ArrayRef<unsigned> seen,
                            llvm::ArrayRef<int64_t> extents);

} // namespace neo

#endif // NEO_ANALYSIS_COMPOSEDINVERSION_H
