//===- KernelGroup.h - Statements that could be one kernel ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which loops can several statements share, so that one step of them computes
// all statements for one row? The candidates are the classes that all
// statements have (LoopClasses.h). A loop is no candidate if one statement
// reduces over it what another one reads, or if a result is read at another
// step. Of those that are left, the innermost dimension of the largest tensor
// stays inside the row, for vectors, and so do its neighbours as long as all
// statements treat them alike:
//
//     layer norm         x[b, t, d]      share b, t     rows of d
//     a channel's bias   dy[b, c, h, w]  share b, c     rows of h and w
//
// All of this follows from maps and extents.
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
  /// New names of each statement's loops: one name for one class.
  llvm::SmallVector<llvm::SmallVector<std::string>> names;

  /// A group of `statements`, or none and a message why not.
  static std::optional<KernelGroup> get(llvm::ArrayRef<ComputeOp> statements,
                                        std::string &reason);
};

/// Does `value` leave the group, or is it read inside?
bool isUsedOutside(mlir::Value value, llvm::ArrayRef<ComputeOp> statements);
bool isUsedInside(mlir::Value value, llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_KERNELGROUP_H
