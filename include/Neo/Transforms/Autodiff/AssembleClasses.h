//===- AssembleClasses.h - One tensor from residue classes ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tensor that is computed by residue classes, the elements 2 * z separately
// from the elements 2 * z + 1, is assembled by one operator that tests the
// class of every element:
//
//     %d = neo.compute [c: C, z: 12]
//            %e[c, z floordiv 2] if (z mod 2 == 0) else 0.0,
//            %o[c, z floordiv 2] if (z mod 2 == 1) else 0.0   { addf }
//
// It has no reduction, so it can be fused into a consumer.
//
// Where a stride does not divide the extent, a large tensor is assembled with
// an extent rounded up to a multiple, so that its loop can be split into one
// over z floordiv 2 and one over z mod 2 (SplitLoops.h), and a copy drops the
// elements past the end:
//
//     %w = neo.compute [c: C, z: 12]
//            %e[c, z floordiv 2] if (z mod 2 == 0) else 0.0,
//            %o[c, z floordiv 2] if (z mod 2 == 1, z floordiv 2 < 5) else 0.0
//     %d = neo.compute [c: C, z: 11] %w[c, z]
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_ASSEMBLECLASSES_H
#define NEO_TRANSFORMS_AUTODIFF_ASSEMBLECLASSES_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Elements or terms whose conditions cost about as much as launching one more
/// kernel: the 0.57 us of MachineRates.h at two in a nanosecond.
constexpr int64_t elementsPerLaunch = 1024;

/// The elements stride_d * z_d + phase_d of a tensor, as a tensor over z.
struct ResidueClass {
  mlir::Value value;
  llvm::SmallVector<int64_t, 4> phase;
};

/// The tensor of `type` that has these classes, and 0 in those left out.
mlir::Value assembleClasses(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::RankedTensorType type,
                            llvm::ArrayRef<int64_t> stride,
                            llvm::ArrayRef<ResidueClass> classes);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_ASSEMBLECLASSES_H
