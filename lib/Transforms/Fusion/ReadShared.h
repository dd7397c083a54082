//===- ReadShared.h - Reuse of statements' results --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of an exponential is the exponential, and derivatives are
// written in terms of operands. So the softmax of a row and its gradient both
// contain exp(x - m), one of them as a statement:
//
//     e[i, j] = exp(x[i, j] - m[i])
//     d[i, j] = (dy[i, j] / s[i] + c[i]) * exp(x[i, j] - m[i])
//     --> d[i, j] = (dy[i, j] / s[i] + c[i]) * e[i, j]
//
// Between kernels it would be a question of cost, reading a tensor against
// recomputing a function. Inside one kernel, the result of a statement is in a
// register or in a scratch row, and a load costs less than any function. So
// every subexpression of a body that is equal to the value that an earlier
// statement yields is replaced by a read of its result. Subexpressions without
// a function are kept.
//
// Where a statement is e / z, with z a scalar of the row, a later product (a /
// z + c) * e is written as (a + c * z) * (e / z) first: the gradient above
// reads the softmax, and each element is divided once. Not under `neo.strict`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_READSHARED_H
#define NEO_LIB_TRANSFORMS_FUSION_READSHARED_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Replaces common subexpressions of the statements of `kernel` by reads.
void reuseStatements(KernelOp kernel);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_READSHARED_H
