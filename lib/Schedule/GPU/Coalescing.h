//===- Coalescing.h - Sectors that the lanes of a warp touch ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Device memory moves sectors of 32 bytes, and an access of a warp takes as
// long as it touches sectors. Along which axis the lanes of a warp should be
// neighbours is a question of addresses, not of strides: filters W[c, k, r, s]
// of 3 x 3 are read with k and with (c, r, s) together,
//
//     lanes along k          9 words apart: 32 sectors
//     lanes along (c, r, s)  nine neighbours, then the next c: about 9 sectors
//
// though no two lanes along (c, r, s) are proven to be neighbours. So the
// addresses of the lanes are computed and their sectors counted. The same count
// says whether a thread should have neighbouring elements: four accesses of a
// word to every fourth element touch each sector four times,
//
//     Y[i, j] = X[i, j + 1]          vector 4: 4 x 16 sectors of X, 16 of Y
//                                    vector 1: 4 x 5 and 4 x 4
//
// and whether the lanes should share the terms of a sum or have one each.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_COALESCING_H
#define NEO_LIB_SCHEDULE_GPU_COALESCING_H

#include "Neo/Schedule/GPU/AxisSpace.h"

namespace neo {

/// Sectors of a tensor that the first warp touches for one vector of each lane,
/// by one `access` or, if that is narrower, by several; what two accesses touch
/// counts twice. `address` is over the dimensions of `space`, whose lanes are
/// those of the warp.
int64_t countSectors(const AxisSpace &space, mlir::AffineExpr address,
                     GPUAccessAttr access);

/// Sectors of all operands of `op`, read from device memory, and of its result
/// if it is one of `space`.
int64_t countSectors(const AxisSpace &space, ComputeOp op, bool writes);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_COALESCING_H
