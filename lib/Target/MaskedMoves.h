//===- MaskedMoves.h - Masked moves without branches ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Not every target has masked loads, stores, gathers and scatters of every
// element: AVX2 has none of 16 or 8 bits. LLVM splits those into a branch and
// a block per lane. A kernel with a thousand of them has 16,000 blocks, over
// which its passes take ten seconds, and a guard that comes and goes is
// mispredicted.
// Here a lane that is off goes to a place of its own on the stack instead:
//
//     %v = masked.load %p, %mask, %pad              <16 x i16>
//     // -->
//     %bits = bitcast <16 x i1> %mask to i16
//     %q.0 = select (%bits & 1), %p, %nowhere
//     %v.0 = insertelement ..., (load i16, %q.0), 0
//     ...
//     %v = select <16 x i1> %mask, %v.15, %pad
//
// Where all lanes have one condition, the whole vector goes there:
//
//     %v = select %on, (load <16 x i16>, select %on, %p, %nowhere), %pad
//
// Where only one lane is on, whatever the values of variables are, it is stored
// on its own on every target, as LLVM 22 stores it too wide (llvm-project issue
// 179489).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_MASKEDMOVES_H
#define NEO_LIB_TARGET_MASKEDMOVES_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace neo {

/// Expands the masked moves of `module` for which `machine` has no instruction.
/// To be called behind all passes that simplify memory accesses.
void expandMaskedMoves(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace neo

#endif // NEO_LIB_TARGET_MASKEDMOVES_H
