//===- EpilogueEmitter.h - Statements on accumulators -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The last statements of a neo.kernel: a reduction, and those that follow it
// element by element. They run when a thread has all its sums, vector by
// vector:
//
//     C[i, j]  sum [k] A[i, k] * B[k, j]
//     H[i, j]  C + b                  vector 0:  h0 = c0 + b    store h0
//     Y[i, j]  gelu(H)                           y0 = gelu(h0)  store y0
//                                     vector 1:  h1 = c1 + b    ...
//
// So a sum is no longer needed once its vector is stored, and what is between
// the statements lives as long as one vector takes. Statement by statement, a
// register would be needed for each sum between any two of them: of the
// gradient of gelu, kilobytes of a thread would be spilled.
//
// What a vector reads of device memory is prefetched some vectors before, so
// that several reads are in flight.
//
// Results that go through windows in shared memory are stored in one pass, too,
// where their windows do not overlap: one barrier before it, one behind. Those
// of windows that overlap are serialised.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_EPILOGUEEMITTER_H
#define NEO_CONVERSION_NEOTOGPU_EPILOGUEEMITTER_H

#include "StatementEmitter.h"

namespace neo {

/// The number of the first of `statements`, those of a kernel, that can be
/// emitted so; that of none if they are walked in steps.
size_t findEpilogue(llvm::ArrayRef<ComputeOp> statements);

/// Emits the statements from findEpilogue() on.
void emitEpilogue(KernelState &state, llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_EPILOGUEEMITTER_H
