//===- Reshape.h - Operators that only change a shape -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operator that copies each element to the place where it lies,
//
//     %0 = neo.compute [k: 8, p: 6] %1[k floordiv 4, k mod 4, p]
//       : (tensor<2x4x6xf32>) -> tensor<8x6xf32>
//
// changes the shape and nothing else: both tensors are 48 elements in the same
// order. If a launch makes the one, it makes the other.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_NEOTOGPU_RESHAPE_H
#define NEO_LIB_CONVERSION_NEOTOGPU_RESHAPE_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Has the result the elements of the only operand, in the same order?
bool isReshape(ComputeOp op);

} // namespace neo

#endif // NEO_LIB_CONVERSION_NEOTOGPU_RESHAPE_H
