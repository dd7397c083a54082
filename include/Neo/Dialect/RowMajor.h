//===- RowMajor.h - Where an element lies -----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The last index of a tensor is the fastest: element [i, j, k] of a tensor of
// A x B x C lies at (i * B + j) * C + k.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ROWMAJOR_H
#define NEO_DIALECT_ROWMAJOR_H

#include "mlir/IR/AffineExpr.h"

namespace neo {

/// The row-major position of `indices` in a box of `shape`; 0 without indices.
inline mlir::AffineExpr linearize(llvm::ArrayRef<mlir::AffineExpr> indices,
                                  llvm::ArrayRef<int64_t> shape,
                                  mlir::MLIRContext *context) {
  mlir::AffineExpr position = mlir::getAffineConstantExpr(0, context);
  for (auto [index, size] : llvm::zip_equal(indices, shape))
    position = position * size + index;
  return position;
}

} // namespace neo

#endif // NEO_DIALECT_ROWMAJOR_H
