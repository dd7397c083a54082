//===- EmitKernels.h - The PTX of a program's kernels -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM makes the PTX in a process of its own (WorkerProcesses.h). All kernels
// of a program are one text, so they are compiled together; where that does not
// end well, once more one by one, to say which kernel it was.
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
