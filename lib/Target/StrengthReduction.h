//===- StrengthReduction.h - A bounded choice of addresses ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM's loop strength reduction chooses, for all addresses of a loop together,
// which registers they are made of: of each address one of several formulas.
// It prunes the product of their numbers to 65,535 and then searches. A loop
// that sums for nine rows at once, each with two guarded reads, has eighteen
// addresses with many shared registers, and the search took 5.0 of the 5.5
// seconds of its code generator. Pruned to 5,000 it takes 0.5, and of the
// benchmark's 46 operators that were compared the assembly of 45 is the same.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_STRENGTHREDUCTION_H
#define NEO_LIB_TARGET_STRENGTHREDUCTION_H

namespace neo {

/// Has LLVM search so many combinations of formulas at most, in this process.
void boundStrengthReduction();

} // namespace neo

#endif // NEO_LIB_TARGET_STRENGTHREDUCTION_H
