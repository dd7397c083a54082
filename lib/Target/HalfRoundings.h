//===- HalfRoundings.h - bf16 on processors without it ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where a processor has no instruction that rounds to bf16, LLVM 22 splits a
// vector into its elements and calls a function for each: slow code, and so
// much of it that a program of a few bf16 kernels took ten seconds to compile.
// The rounding is five instructions on vectors of words:
//
//     %h = fptrunc <8 x float> %x to <8 x bfloat>
//     // -->
//     %b = bitcast <8 x float> %x to <8 x i32>
//     %r = (%b + 0x7fff + (%b >> 16 & 1)) >> 16     half an ulp, ties to even
//     %n = %b >> 16 | 0x40                          a NaN stays one, quiet
//     %h = bitcast (trunc (select (fcmp uno %x), %n, %r)) to <8 x bfloat>
//
// Arithmetic on bf16 is that of f32, rounded: the product or sum of two bf16 in
// f32, whose mantissa is more than twice as long, rounds as if it were exact.
// The instruction of AVX512-BF16 takes denormals for 0, and gives 0 for them:
// a strict function rounds in words there, too.
//
// An f64 is rounded to f32 first, which leaves its last bit odd where it is not
// exact, as rounding twice could end on the wrong side of a tie; no x86 has an
// instruction for that. So is an f64 on its way to f16, where f32 is what x86
// rounds: LLVM would call a function for each element, of a library that the
// process may not have.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_HALFROUNDINGS_H
#define NEO_LIB_TARGET_HALFROUNDINGS_H

#include "llvm/IR/Module.h"

namespace neo {

/// Computes bf16 in f32 and expands roundings of f64 to bf16 and f16, and
/// unless `hasInstruction`, or in a strict function, of f32 to bf16. To be
/// called behind all passes that simplify arithmetic.
void expandHalfRoundings(llvm::Module &module, bool hasInstruction);

} // namespace neo

#endif // NEO_LIB_TARGET_HALFROUNDINGS_H
