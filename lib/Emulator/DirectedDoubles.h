//===- DirectedDoubles.h - f64 rounded down, up or to zero ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sets the processor's rounding mode for one operation. This is a translation
// unit of its own, in which the compiler must not move or fold arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_DIRECTEDDOUBLES_H
#define NEO_LIB_EMULATOR_DIRECTEDDOUBLES_H

#include "Arithmetic.h"

namespace neo::ptx {

double directedDouble(FloatOp op, double a, double b, double c,
                      Rounding rounding);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_DIRECTEDDOUBLES_H
