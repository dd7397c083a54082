//===- AvoidPoison.h - Values where LLVM has none ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a body computes has a value for every operand, and the interpreter says
// which: a float that no integer of the type can hold becomes the nearest one,
// NaN zero, and a shift by the width or more gives zero. In LLVM both are
// poison: an instruction gives what the processor does, one whose operand is
// constant whatever lies in a register. So each is computed for an operand that
// is in range, and its result replaced where the real operand is not:
//
//     %i = arith.fptosi %x : f32 to i32
//     // -->
//     %isSmall = arith.cmpf oge, %x, %lowest        // -2^31
//     %isLarge = arith.cmpf oge, %x, %beyond        //  2^31
//     ...
//     %near = arith.select %isInside, %x, %zero
//     %0 = arith.fptosi %near : f32 to i32
//     %i = arith.select %isLarge, %most, ...
//
// These are three comparisons under masks. It is done before bodies are
// converted: conversions and shifts that Neo makes itself stay in range. What
// was rewritten once is rewritten again, to the same values.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_AVOIDPOISON_H
#define NEO_CONVERSION_AVOIDPOISON_H

#include "mlir/IR/Operation.h"

namespace neo {

/// Rewrites the conversions and shifts inside `root`, on scalars or vectors.
void avoidPoison(mlir::Operation *root);

} // namespace neo

#endif // NEO_CONVERSION_AVOIDPOISON_H
