//===- DivisorFences.h - Keep LLVM from taking 0 / 0 for 0 ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM 22's selection of instructions follows which lanes of a vector are known
// to be 0, and takes a lane of 0 / 0 for one of them
// (TargetLowering::SimplifyDemandedVectorElts treats FDIV as it does FMUL). A
// mask that puts 0 there is then dropped, as if it changed nothing:
//
//     d = fdiv <0, 0, a, 0>, <0, 0, b, 0>      NaN, NaN, a / b, NaN
//     r = select <0, 0, 1, 0>, d, 0            0, 0, a / b, 0; becomes d
//
// Terms of a sum that exist in some lanes only are such divisions. Behind
// llvm.arithmetic.fence, which costs no instruction, a divisor is any number.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_DIVISORFENCES_H
#define NEO_LIB_TARGET_DIVISORFENCES_H

#include "llvm/IR/Module.h"

namespace neo {

/// Puts the divisors of vectors behind fences. To be called behind all passes
/// that simplify divisions.
void fenceDivisors(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_DIVISORFENCES_H
