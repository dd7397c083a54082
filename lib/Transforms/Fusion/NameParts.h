//===- NameParts.h - Shared functions as statements -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The speed of a function should not depend on whether the user named a common
// subexpression. The softmax of a row without a name for the exponential has it
// twice:
//
//     s[i] = sum_j exp(x[i, j] - m[i])
//     y[i, j] = exp(x[i, j] - m[i]) / s[i]
//
// Inside a kernel, a function that several statements apply to the same
// operands becomes a statement of its own, before the first of them,
//
//     e[i, j] = exp(x[i, j] - m[i])
//
// and all of them read it (ReadShared.h): it is kept in a register or a scratch
// row. That is common subexpression elimination between loop nests, inside a
// kernel, where the shared value costs no memory traffic. Only functions are
// shared: any other operation is as cheap as the load that would replace it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_NAMEPARTS_H
#define NEO_LIB_TRANSFORMS_FUSION_NAMEPARTS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Extracts functions that several statements of `kernel` have in common into
/// statements.
void extractSharedFunctions(KernelOp kernel);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_NAMEPARTS_H
