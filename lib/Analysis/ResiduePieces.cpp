//===- ResiduePieces.cpp - one inversion per residue class ------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ResiduePieces.h"
#include "llvm/Support/MathExtras.h"

using namespace neo;

static bool worthTrying(const InversionProblem &problem, const Inversion &base,
                        unsigned maxPieces) {
  if (base.empty || base.overflow || !problem.stride.empty())
    return false;
  uint64_t pieces = 1;
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    int64_t modulus = base.moduli[dim];
    pieces = llvm::SaturatingMultiply(pieces, uint64_t(modulus));
    if (modulus > 1 && problem.access.shape[dim] / 2 < modulus)
      return false;
  }
  return pieces > 1 && pieces <= maxPieces;
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

ResidueSplit neo::splitByResidue(const InversionProblem &problem,
                                 const Inversion &base, unsigned maxPieces) {
  ResidueSplit split;
  split.stride = base.moduli;
  if (!worthTrying(problem, base, maxPieces))
    return split;
  InversionProblem part = problem;
  part.stride = base.moduli;
  part.phase.assign(problem.rank(), 0);
  bool smaller = false;
  do {
    Inversion inversion = invert(part);
    if (inversion.overflow)
      return ResidueSplit{split.stride, {}};
    smaller |= !inversion.empty && inversion.freeVolume() < base.freeVolume();
    split.pieces.push_back({part.phase, std::move(inversion)});
  } while (advance(part.phase, part.stride));
  if (!smaller)
    split.pieces.clear();
  return split;
}
