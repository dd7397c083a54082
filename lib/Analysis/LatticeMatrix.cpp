//===- LatticeMatrix.cpp - unimodular column operations -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LatticeMatrix.h"
#include <optional>

using namespace neo;
using llvm::DynamicAPInt;

static unsigned countNonZeros(const IntMatrix &matrix, unsigned column) {
  unsigned count = 0;
  for (unsigned row = 0; row < matrix.getNumRows(); ++row)
    count += matrix(row, column) != 0;
  return count;
}

/// The column whose entry in `row` is smallest; of those the sparsest, so that
/// columns stay readable.
static std::optional<unsigned> pivotColumn(const IntMatrix &matrix,
                                           unsigned row, unsigned first) {
  std::optional<unsigned> best;
  for (unsigned column = first; column < matrix.getNumColumns(); ++column) {
    if (matrix(row, column) == 0)
      continue;
    if (best) {
      DynamicAPInt mine = abs(matrix(row, column));
      DynamicAPInt other = abs(matrix(row, *best));
      if (mine > other || (mine == other && countNonZeros(matrix, column) >=
                                                countNonZeros(matrix, *best)))
        continue;
    }
    best = column;
  }
  return best;
}

DynamicAPInt neo::concentrateRow(IntMatrix &matrix, unsigned row,
                                 unsigned first) {
  // Euclid's algorithm across the columns.
  while (std::optional<unsigned> pivot = pivotColumn(matrix, row, first)) {
    matrix.swapColumns(first, *pivot);
    if (matrix(row, first) < 0)
      matrix.negateColumn(first);
    bool done = true;
    for (unsigned c = first + 1; c < matrix.getNumColumns(); ++c) {
      if (matrix(row, c) == 0)
        continue;
      matrix.addToColumn(first, c,
                         -floorDiv(matrix(row, c), matrix(row, first)));
      done &= matrix(row, c) == 0;
    }
    if (done)
      return matrix(row, first);
  }
  return DynamicAPInt(0);
}

DynamicAPInt neo::rowGcd(const IntMatrix &matrix, unsigned row,
                         unsigned first) {
  DynamicAPInt divisor(0);
  for (unsigned column = first; column < matrix.getNumColumns(); ++column)
    divisor = gcd(divisor, abs(matrix(row, column)));
  return divisor;
}
