//===- RowFactors.h - Invariant factors of sums over rows -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel sweeps a row again after every reduction of the row that later
// statements depend on. The gradient of a layer norm sums products with r =
// rsqrt(v), which is available only after the squares of the row are summed:
//
//     m = sum x           v = sum (x - m)^2       s = sum d g (x - m) r^3
//
// A loop-invariant factor is moved out of the sum. The remaining sum depends on
// m only and shares the sweep of the squares, which saves one sweep:
//
//     m = sum x           v = sum (x - m)^2       s = r^3 t
//                         t = sum d g (x - m)
//
// That is done for sums over a row with an invariant factor that another
// statement of the kernel computes; other factors cause no further sweep. Not
// under `neo.strict`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H
#define NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Moves loop-invariant factors out of the sums over rows of `kernel`.
void hoistRowFactors(KernelOp kernel);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H
