//===- ElementwiseRead.h - Reads of the reader's own element ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A statement that reads a tensor of its own shape at its own element,
//
//     Y[i, j] = max(C[i, j] + b[j], 0)
//
// can be evaluated wherever an element of C is at hand: on the accumulators of
// a contraction, say. A dimension of extent 1 has one index, so that the
// canonical form of a network's batch of one,
//
//     Y[n: 1, k, p] = max(C[0, k, p] + b[k], 0)
//
// reads its own element, too, although its map is no identity.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ELEMENTWISEREAD_H
#define NEO_DIALECT_ELEMENTWISEREAD_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Does each point of `op` read `operand` at the element that it makes, in a
/// tensor of the shape of the result?
bool readsOwnElement(ComputeOp op, unsigned operand);

} // namespace neo

#endif // NEO_DIALECT_ELEMENTWISEREAD_H
