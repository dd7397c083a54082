//===- KernelGroup.h - Statements that could be one kernel ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Loop fusion of several statements: which loops can they share, so that one
// step of these computes all statements for one row? The candidates are the
// loop classes that all statements have (LoopClasses.h). A loop is excluded if
// one statement reduces over it and another reads the result, or if a result is
// read at another step. Of the others, the loop of the innermost dimension of
// the largest tensor stays inside the row, for vectorisation, and so do the
// loops next to it as long as each statement has all of them as output loops or
// all as reductions:
//
//     layer norm         x[b, t, d]      share b, t     rows of d
//     a channel's bias   dy[b, c, h, w]  share b, c     rows of h and w
//
// All of this is derived from maps and extents.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_KERNELGROUP_H
#define NEO_LIB_TRANSFORMS_FUSION_KERNELGROUP_H

#include "LoopClasses.h"

namespace neo {

struct KernelGroup {
  llvm::SmallVector<ComputeOp> statements; // in program order
  /// Shared loops: per loop, its name, extent and each statement's own loop.
  struct SharedLoop {
    std::string name;
    int64_t extent;
    llvm::SmallVector<unsigned> loops;
  };
  llvm::SmallVector<SharedLoop> shared;
  /// New names of each statement's loops: equal for loops of one class.
  llvm::SmallVector<llvm::SmallVector<std::string>> names;

  /// A group of `statements`; none, with the reason in `reason`, if they cannot
  /// be one kernel.
  static std::optional<KernelGroup> get(llvm::ArrayRef<ComputeOp> statements,
                                        std::string &reason);
};

/// Has `value` a use outside the group, or inside?
bool isUsedOutside(mlir::Value value, llvm::ArrayRef<ComputeOp> statements);
bool isUsedInside(mlir::Value value, llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_KERNELGROUP_H
