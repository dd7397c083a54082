//===- Ties.h - Whose gradient a tied extremum is ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The value of a maximum does not depend on which of its equal terms won, but
// its gradient does. There are two customs, and programs rely on both:
//
//     [2, 5, 5] max           gradient  [0, 1, 0]        the first one
//     [2, 5, 5] max shared    gradient  [0, 1/2, 1/2]    all, in equal parts
//
// The first is that of max-pooling and the default. The other is asked for by
// an attribute of the operator:
//
//     neo.compute [] max [j: 3] %A[j] {neo.ties = "shared"} : ...
//
// An attribute and not a kind of reduction of its own: only the derivation of
// gradients asks, and everything else -- verifier, interpreter, kernels --
// would have to treat one more kind as it treats `max`. In return, whatever
// builds a `max` or a `min` anew has to hand the attribute on (keepAttributes).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_TIES_H
#define NEO_DIALECT_TIES_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Optional attribute of a neo.compute of kind max or min; its value can only
/// be "shared".
constexpr llvm::StringLiteral tiesAttrName = "neo.ties";

/// Do equal terms share the gradient of the extremum?
inline bool sharesTies(ComputeOp op) { return op->hasAttr(tiesAttrName); }

/// Hands attributes such as `neo.ties` on to an operator with the same loops
/// and the same terms, of which they say the same.
inline void keepAttributes(ComputeOp from, ComputeOp to) {
  to->setDiscardableAttrs(from->getDiscardableAttrDictionary());
}

} // namespace neo

#endif // NEO_DIALECT_TIES_H
