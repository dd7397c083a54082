//===- DirectedDoubles.h - f64 rounded down, up or to zero ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The processor's rounding mode, set for one operation. This stands in a file
// of its own, as the compiler must not move or fold arithmetic there.
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
