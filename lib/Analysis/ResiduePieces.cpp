//===- ResiduePieces.cpp - one inversion per residue class ----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ResiduePieces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace neo;

static bool canSplit(const InversionProblem &problem,
                     llvm::ArrayRef<int64_t> stride, unsigned maxPieces) {
  uint64_t pieces = 1;
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    int64_t modulus = stride[dim];
    pieces = llvm::SaturatingMultiply(pieces, uint64_t(modulus));
    if (modulus > 1 && problem.access.shape[dim] / 2 < modulus)
      return false;
  }
  return problem.stride.empty() && pieces > 1 && pieces <= maxPieces;
}

/// The next phase in row-major order; false after the last.
static bool advance(llvm::MutableArrayRef<int64_t> phase,
                    llvm::ArrayRef<int64_t> stride) {
  for (unsigned dim = phase.size(); dim-- > 0;) {
    if (++phase[dim] < stride[dim])
      return true;
    phase[dim] = 0;
  }
  return false;
}

ResidueSplit neo::splitIntoClasses(const InversionProblem &problem,
                                   llvm::ArrayRef<int64_t> stride,
                                   unsigned maxPieces) {
  ResidueSplit split;
  split.stride.assign(stride.begin(), stride.end());
  if (!canSplit(problem, stride, maxPieces))
    return split;
  InversionProblem part = problem;
  part.stride = split.stride;
  part.phase.assign(problem.rank(), 0);
  do {
    Inversion inversion = invert(part);
    if (inversion.overflow)
      return ResidueSplit{split.stride, {}};
    split.pieces.push_back({part.phase, std::move(inversion)});
  } while (advance(part.phase, part.stride));
  return split;
}

ResidueSplit neo::splitByResidue(const InversionProblem &problem,
                                 const Inversion &base, unsigned maxPieces) {
  if (base.empty || base.overflow)
    return ResidueSplit{base.moduli, {}};
  ResidueSplit split = splitIntoClasses(problem, base.moduli, maxPieces);
  auto shrinks = [&](const ResiduePiece &piece) {
    return !piece.inversion.empty &&
           piece.inversion.freeVolume() < base.freeVolume();
  };
  if (!llvm::any_of(split.pieces, shrinks))
    split.pieces.clear();
  return split;
}
