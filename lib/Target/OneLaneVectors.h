//===- OneLaneVectors.h - Integers of vectors of one lane -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel without a vector loop has vectors of one lane. LLVM 22 makes scalars
// of them while it selects instructions, after the folds of divisions that
// expect to meet scalars, and loses a division by 2 of what it knows to be
// small:
//
//     x = and <1 x i64> p, 60
//     m = mul <1 x i64> x, -2
//     r = sdiv <1 x i64> m, 2          becomes -2 * x on x86
//
// As scalars from the start integers are simplified as others are:
//
//     m = mul i64 x, -2
//     r = sdiv i64 m, 2                becomes -x
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_ONELANEVECTORS_H
#define NEO_LIB_TARGET_ONELANEVECTORS_H

#include "llvm/IR/Module.h"

namespace neo {

/// Makes arithmetic of integers in vectors of one lane one of scalars. To be
/// called before all passes, which fold the moves between the two.
void scalarizeOneLane(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_ONELANEVECTORS_H
