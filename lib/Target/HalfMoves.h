//===- HalfMoves.h - What moves bf16 moves words ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Of masked loads, selections and shuffles of bf16, LLVM 22 makes an
// instruction for x86 that it cannot select (X86ISD::VPERM2X128 of v16bf16),
// where it can for i16. They move bits and ask nothing about them:
//
//     %s = shufflevector <16 x bfloat> %a, ...
//     // -->
//     %w = bitcast <16 x bfloat> %a to <16 x i16>
//     %t = shufflevector <16 x i16> %w, ...
//     %s = bitcast <16 x i16> %t to <16 x bfloat>
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_HALFMOVES_H
#define NEO_LIB_TARGET_HALFMOVES_H

#include "llvm/IR/Module.h"

namespace neo {

/// Makes what only moves vectors of bf16 in `module` move vectors of i16.
void moveHalvesAsWords(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_HALFMOVES_H
