//===- BF16Moves.h - Moves of bf16 as integers ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM 22 treats bf16 on x86 as a float that few instructions know. It selects
// no instruction for some masked loads and shuffles (X86ISD::VPERM2X128 of
// v16bf16), and what goes into a vector, out of one or from block to block it
// extends to f32 and rounds again, element by element. Moving a bf16 does not
// depend on its value: loads, stores, shuffles and phis move i16, and only
// arithmetic sees a float.
//
//     %a = load <16 x bfloat>, ptr %p
//     %s = shufflevector <16 x bfloat> %a, ...
//     %x = fpext <16 x bfloat> %s to <16 x float>
//     // -->
//     %a = load <16 x i16>, ptr %p
//     %s = shufflevector <16 x i16> %a, ...
//     %x = bitcast (shl (zext %s to <16 x i32>), 16) to <16 x float>
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_BF16MOVES_H
#define NEO_LIB_TARGET_BF16MOVES_H

#include "llvm/IR/Module.h"

namespace neo {

/// Makes what only moves bf16 in `module` move i16. To be called behind all
/// passes that simplify arithmetic.
void moveBF16AsIntegers(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_BF16MOVES_H
