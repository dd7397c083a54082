//===- LatticeMatrix.h - unimodular column operations -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The inversion needs one operation on integer matrices: by unimodular column
// operations, make one row (0 .. 0, g, 0 .. 0) from some column on. Repeated
// over the rows of [A; I] it is the column Hermite form A U = H with its
// transform U below; applied to the chosen rows of a lattice it turns them into
// loops.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_LATTICEMATRIX_H
#define NEO_LIB_ANALYSIS_LATTICEMATRIX_H

#include "mlir/Analysis/Presburger/Matrix.h"

namespace neo {

using mlir::presburger::IntMatrix;

/// Makes columns first + 1, first + 2, ... of `row` zero and column `first` the
/// gcd g >= 0 of the row's entries from `first` on. Returns g.
llvm::DynamicAPInt concentrateRow(IntMatrix &matrix, unsigned row,
                                  unsigned first);

/// gcd of the entries of `row` in columns first, first + 1, ...
llvm::DynamicAPInt rowGcd(const IntMatrix &matrix, unsigned row,
                          unsigned first);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_LATTICEMATRIX_H
