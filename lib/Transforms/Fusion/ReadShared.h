//===- ReadShared.h - What a kernel has computed is read --------*- C++ -*-===//
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
// Between kernels it would be a matter of cost: a tensor is read or a function
// computed. Inside of one, what a statement has made of the row is in a
// register or in a scratch row, and a load costs less than any function. So
// every part of a body that is, operation by operation, what an earlier
// statement yields becomes a read of it. Parts without a function are left
// alone.
//
// Where a statement is e / z, with z a number of the row, a later product
// (a / z + c) * e is written as (a + c * z) * (e / z) first: the gradient above
// reads the softmax, and its row is divided once. Not under `neo.strict`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_READSHARED_H
#define NEO_LIB_TRANSFORMS_FUSION_READSHARED_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Lets the statements of `kernel` read what earlier ones have computed.
void readShared(KernelOp kernel);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_READSHARED_H
