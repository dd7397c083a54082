//===- AccessPlan.h - How wide an access of a thread may be -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A thread that needs w contiguous elements of a tensor moves them by one
// instruction if three things are proven from the access map and the splits of
// the axes:
//
//   contiguous  address(d + 1) - address(d) = 1 along the innermost split d
//   aligned     address(0) is a multiple of w, whatever thread and step
//   uniform     guard and edge hold for all w elements or for none
//
//     %x[i, j] of 512 x 768, axis [0, 1] = vector 4, lane 32, ...
//         address = 4 * d1 + ... + d0                  128-bit accesses
//     %x[i, j + 1] of 512 x 770
//         address = ... + d0 + 1                       not aligned: 32 bits
//
// The widest power of two that is proven is taken. The runtime aligns tensors
// to 16 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_ACCESSPLAN_H
#define NEO_SCHEDULE_GPU_ACCESSPLAN_H

#include "Neo/Schedule/GPU/AxisSpace.h"

namespace neo {

/// How operand `operand` of the operator of `space` is read from device memory.
GPUAccessAttr planRead(const AxisSpace &space, ComputeOp op, unsigned operand);

/// How its result is written, or parts of it, in elements of `bytes`.
GPUAccessAttr planWrite(const AxisSpace &space, ComputeOp op, int64_t bytes);
GPUAccessAttr planWrite(const AxisSpace &space, ComputeOp op);

/// Elements along the innermost split of `axis` that one access of `address`,
/// over the dimensions of `space`, moves: `limit` at most.
int64_t getContiguousWidth(const AxisSpace &space, mlir::AffineExpr address,
                           unsigned axis, int64_t limit);

/// Does constraint `number` of `set`, over the loops, hold for all `width`
/// elements of an access along dimension `dim` of `space`, or for none of them?
bool holdsAlike(const AxisSpace &space, mlir::IntegerSet set, unsigned number,
                unsigned dim, int64_t width);
/// The same of every constraint of `set`, which may be null.
bool allHoldAlike(const AxisSpace &space, mlir::IntegerSet set, unsigned dim,
                  int64_t width);

/// Constraints of `set`, over the loops, that are not proven to hold.
llvm::SmallVector<int64_t> getOpenConstraints(const AxisSpace &space,
                                              mlir::IntegerSet set);

} // namespace neo

#endif // NEO_SCHEDULE_GPU_ACCESSPLAN_H
