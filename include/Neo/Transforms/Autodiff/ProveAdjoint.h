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
// An inversion that is shown to be wrong is not used. The gradient is built by
// scattering instead (AdjointScatter.cpp), which needs no inverse and is right.
// What this guards against are mistakes in Neo: there is nothing for the user
// to repair, but the warning names the access, to be reported.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H
#define NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H

#include "Neo/Analysis/InversionProof.h"
#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Proves one inversion of the access of `op`'s operand `slot`; reports, at
/// `op`, that it is wrong or that this is not known.
InversionProof::Verdict proveAdjoint(ComputeOp op, unsigned slot,
                                     const InversionProblem &problem,
                                     const Inversion &inversion);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_PROVEADJOINT_H
