//===- TiedTerms.h - Terms that are compared are computed once --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where ties share the gradient of an extremum (Ties.h), its derivative looks
// for the terms that equal it. A term that is computed again, by another
// kernel, in other vectors or by another approximation of a function, may be
// another number by one rounding, and then none is found: 0 / 0. So the terms
// become a tensor, which the extremum, the count of ties and the derivative
// read:
//
//     y[i] max= a[i] / b[j]                    ties shared
//
//     t[i, j] = a[i] / b[j]
//     y[i] max= t[i, j]                        ties shared
//     n[i] += t[i, j] == y[i]
//
// neo-fuse keeps what is compared a tensor. Terms that are read as they are
// need nothing.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

/// Makes tensors of the terms of extrema in `function` whose ties share.
void nameTiedTerms(mlir::func::FuncOp function);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_TIEDTERMS_H
