//===- ProveAdjoint.h - Gradients are proven before they are built --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Whether a gradient gathers the right terms is decided at compile time: the
// inversion that it is built from is compared with the access over all
// elements and loop points, whatever their number (InversionProof.h).
//
//     proven      no diagnostic
//     different   a warning: the derivation is wrong, and here is a point
//     unknown     a remark: the proof exceeded its budget
//
// A refuted inversion is not used: the gradient is built by a scatter instead
// (AdjointScatter.cpp), which needs no inverse. A refutation is a bug in Neo,
// not an error of the user; the warning names the access so that it can be
// reported.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H
#define NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H

#include "Neo/Analysis/InversionProof.h"
#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Proves one inversion of the access of `op`'s operand `slot`; emits a
/// diagnostic at `op` if it is refuted or undecided.
InversionProof::Verdict proveAdjoint(ComputeOp op, unsigned slot,
                                     const InversionProblem &problem,
                                     const Inversion &inversion);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H
