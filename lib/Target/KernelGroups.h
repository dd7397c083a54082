//===- KernelGroups.h - kernels split for parallel compilation --*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Splits a module into smaller ones that are compiled in parallel:
//
//     module { @f (kernel) @g (kernel) @h (kernel) @table @helper expf }
//     -> module { @f @table expf }    @f uses @table and expf
//        module { @g @h @helper }     both use @helper
//
// Every group gets its own copy of what its kernels refer to, directly or
// through each other. A variable would then exist several times, so a module
// that defines one is not split. Kernels are dealt out heaviest first, each to
// the lightest group; the weight is the number of operations.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_KERNELGROUPS_H
#define NEO_LIB_TARGET_KERNELGROUPS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace neo {

struct CompilationUnit {
  llvm::SmallVector<mlir::LLVM::LLVMFuncOp> kernels;
  size_t weight = 0;
};

/// All kernels of `module` in at most `count` (>= 1) groups, heaviest group
/// first. An error if a kernel does not have a kernel's signature.
llvm::Expected<std::vector<CompilationUnit>> splitKernels(mlir::ModuleOp module,
                                                          size_t count);

/// A module of its own for `group`, with copies of all it refers to.
mlir::OwningOpRef<mlir::ModuleOp> extractGroup(mlir::ModuleOp module,
                                               const CompilationUnit &group);

} // namespace neo

#endif // NEO_LIB_TARGET_KERNELGROUPS_H
