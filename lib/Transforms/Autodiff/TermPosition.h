//===- TermPosition.h - The position of a term ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The terms of an element are numbered in row-major order of the reduction
// loops, as argmax numbers them:  [i] max [r: 3, s: 4]  has term  4 r + s.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_TERMPOSITION_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_TERMPOSITION_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The position of a term, in the loops of `op`.
inline mlir::AffineExpr getTermPosition(ComputeOp op) {
  mlir::MLIRContext *context = op.getContext();
  mlir::AffineExpr position = mlir::getAffineConstantExpr(0, context);
  unsigned loop = op.getNumOutputLoops();
  for (int64_t extent : op.getReductionExtents())
    position = position * extent + mlir::getAffineDimExpr(loop++, context);
  return position;
}

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_TERMPOSITION_H
