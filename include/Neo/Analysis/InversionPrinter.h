//===- InversionPrinter.h - accesses and inverses as mathematics *- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Prints a problem and its inversion, each on one line:
//
//     p < 4, r < 3 : A(9)[2 * p + r]
//     t0 < 2 : p = z0 floordiv 2 - t0, r = 2 * t0 + z0 mod 2 if ... >= 0
//
// Guards follow `if`; those of other operands, outside which a term is zero
// anyway, follow `absorbing`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INVERSIONPRINTER_H
#define NEO_ANALYSIS_INVERSIONPRINTER_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

std::string toString(const InversionProblem &problem,
                     llvm::ArrayRef<std::string> loopNames);

/// Elements are z0, z1, ... and free loops t0, t1, ...
std::string toString(const Inversion &inversion,
                     llvm::ArrayRef<std::string> loopNames);

} // namespace neo

#endif // NEO_ANALYSIS_INVERSIONPRINTER_H
