//===- ModTerms.h - forms with their mods made visible ----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A Form never stores a mod (see Form.h). To print a form, or to evaluate it at
// run time, mods are recovered:
//
//     z - 4 * (z floordiv 4)                        as    z mod 4
//     z floordiv 2 - 3 * (z floordiv 6)             as    (z floordiv 2) mod 3
//
// `withMods` rewrites a form as a sum of terms, each a coefficient times a
// variable, a floordiv or a mod. The rewriting is exact: the sum of the parts
// is the form.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_MODTERMS_H
#define NEO_ANALYSIS_MODTERMS_H

#include "Neo/Analysis/Form.h"

namespace neo {

/// coefficient * dividend                       (Variable; dividend is one)
/// coefficient * (dividend floordiv divisor)    (FloorDiv)
/// coefficient * (dividend mod divisor)         (Mod)
struct ModTerm {
  enum class Kind { Variable, FloorDiv, Mod };
  Kind kind;
  int64_t coefficient;
  Form dividend;
  int64_t divisor = 1;
};

/// A sum of terms and a constant.
struct ModSum {
  llvm::SmallVector<ModTerm, 4> terms;
  int64_t constant = 0;
};

/// `form`, which must not have overflowed, as a sum with mods.
ModSum withMods(const Form &form);

} // namespace neo

#endif // NEO_ANALYSIS_MODTERMS_H
