//===- InnermostLoops.h - What operands could have innermost ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A dimension that one loop alone indexes can be made the innermost, by a copy,
// and then so many of its elements are one access as 16 bytes have and the
// extent divides by:
//
//     x[b, c, p + r - 1, q + s - 1] * w[k, c, r, s]     b and c of x, all of w
//
//     the term c is a dimension of both: rows of both lie along the terms
//     b of x, k of w, output loops: rows lie along the outputs
//
// These are the candidates; FactorLayout.h decides which one pays, and which of
// the operands are copied for it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_INNERMOSTLOOPS_H
#define NEO_LIB_SCHEDULE_GPU_INNERMOSTLOOPS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

struct InnermostLoops {
  /// The term that both operands have innermost.
  std::optional<unsigned> term;
  /// The loop that each operand has innermost, and its dimension.
  std::optional<unsigned> loops[2], dims[2];
  /// The operands that are copied, a bit each.
  unsigned copied = 0;

  bool copies(unsigned operand) const { return copied >> operand & 1; }
};

/// The candidates for `op`, a product of two operands; each copies one or both.
llvm::SmallVector<InnermostLoops> listInnermostLoops(ComputeOp op);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_INNERMOSTLOOPS_H
