//===- ResiduePieces.h - one inversion per residue class --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A convolution with stride 2 and window 3 reads even elements twice and odd
// ones once. One box for all elements needs two iterations and a guard. Split
// by the residue of z,
//
//     z = 2 z' :       r = 1,         p = z'              one iteration
//     z = 2 z' + 1 :   r = 2 t,       p = z' + 1 - t      two iterations
//
// each piece is dense. In two dimensions this is the decomposition of a
// transposed convolution into stride^2 ordinary ones, derived rather than built
// in.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_RESIDUEPIECES_H
#define NEO_ANALYSIS_RESIDUEPIECES_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

/// The inversion for the elements z_d = stride_d * z'_d + phase_d.
struct ResiduePiece {
  llvm::SmallVector<int64_t, 4> phase;
  Inversion inversion;
};

struct ResidueSplit {
  llvm::SmallVector<int64_t, 4> stride;
  /// One piece per phase, in row-major order; they tile the elements.
  llvm::SmallVector<ResiduePiece, 4> pieces;

  bool isSplit() const { return !pieces.empty(); }
};

/// The inversions of all classes of elements that are `stride` apart. Not split
/// (no pieces) if there would be more than `maxPieces` or only one, or if a
/// class would be shorter than two.
ResidueSplit splitIntoClasses(const InversionProblem &problem,
                              llvm::ArrayRef<int64_t> stride,
                              unsigned maxPieces = 16);

/// Splits the elements by the moduli of `base` = invert(problem). Not split (no
/// pieces) if nothing depends on a residue, if there would be more than
/// `maxPieces`, if a class would be shorter than two, or if no box shrinks.
ResidueSplit splitByResidue(const InversionProblem &problem,
                            const Inversion &base, unsigned maxPieces = 16);

} // namespace neo

#endif // NEO_ANALYSIS_RESIDUEPIECES_H
