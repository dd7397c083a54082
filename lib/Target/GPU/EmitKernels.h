//===- EmitKernels.h - The PTX of a program's kernels -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM makes the PTX in processes of their own (WorkerProcesses.h), some
// kernels of the program in each, and their texts are joined (PTXText.h). Where
// one does not end well, its kernels are compiled once more one by one, to say
// which it was.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_EMITKERNELS_H
#define NEO_LIB_TARGET_GPU_EMITKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace neo {

/// The text of the kernels of `module`, which convert-neo-to-gpu made; empty if
/// it has none.
llvm::Expected<std::string> emitKernels(mlir::ModuleOp module,
                                        llvm::StringRef chip);

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_EMITKERNELS_H
