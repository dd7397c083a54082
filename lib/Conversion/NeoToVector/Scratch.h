//===- Scratch.h - Memory of a thread on the stack --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a kernel keeps for itself (panels of operands, rows that a later sweep
// reads, links of a chain, partial sums) lies on the stack of its function. It
// is as long as whole vectors, of which the last one may be padding in part:
//
//     10 exponentials of a row    e0 e1 ... e9 .. .. .. .. .. ..    16 lanes
//
// Lanes of the padding are masked where they are loaded. But LLVM makes such a
// load a plain one, since nothing on the stack can fault, and drops the mask
// where the lanes are not used in the end: a division computes them all. If the
// stack holds denormal numbers there, by chance, and the upper half of an
// address is one, every such division is a microcode assist of some 150 cycles;
// a softmax of 256 rows of 10 took 17 us and not 4. So padding is cleared where
// it is allocated.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_SCRATCH_H
#define NEO_CONVERSION_NEOTOVECTOR_SCRATCH_H

#include "mlir/IR/Builders.h"

namespace neo {

/// A buffer of `elements` on the stack of the kernel's function, of which those
/// behind the first `used` are cleared.
mlir::Value allocateScratch(mlir::OpBuilder &b, mlir::Location loc,
                            int64_t elements, mlir::Type type, int64_t used);

/// One that is used whole.
inline mlir::Value allocateScratch(mlir::OpBuilder &b, mlir::Location loc,
                                   int64_t elements, mlir::Type type) {
  return allocateScratch(b, loc, elements, type, elements);
}

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_SCRATCH_H
