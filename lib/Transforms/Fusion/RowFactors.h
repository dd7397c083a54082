//===- RowFactors.h - What all terms of a row's sum share -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel sweeps a row once for every value of the row that later statements
// depend on. The gradient of a layer norm sums products with r = rsqrt(v),
// which is not known before the squares of the row are summed:
//
//     m = sum x           v = sum (x - m)^2       s = sum d g (x - m) r^3
//
// A factor that all terms have is multiplied once, after the sum. What is left
// needs m alone and is summed with the squares, one sweep less:
//
//     m = sum x           v = sum (x - m)^2       s = r^3 t
//                         t = sum d g (x - m)
//
// That is done for sums over a row with a factor that another statement of the
// kernel computes; other factors cause no further sweep. Not under
// `neo.strict`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H
#define NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Multiplies the sums over the rows of `kernel` by what their terms share.
void takeRowFactors(KernelOp kernel);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_ROWFACTORS_H
