//===- TiedTerms.h - Materialised terms of extrema --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where ties share the gradient of an extremum (Ties.h), its derivative
// compares the terms with it. A term that is recomputed, by another kernel,
// with another vector width or another approximation of a function, may differ
// by one rounding; then no term is equal, and the gradient is 0 / 0. So the
// terms are materialised in a tensor, which the extremum, the count of ties and
// the derivative read:
//
//     y[i] max= a[i] / b[j]                    ties shared
//
//     t[i, j] = a[i] / b[j]
//     y[i] max= t[i, j]                        ties shared
//     n[i] += t[i, j] == y[i]
//
// neo-fuse does not fuse a tensor that is compared. Terms that are plain reads
// need no tensor.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

/// Materialises the terms of extrema in `function` whose ties share.
void nameTiedTerms(mlir::func::FuncOp function);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H
