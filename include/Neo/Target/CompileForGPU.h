//===- CompileForGPU.h - A function as a program for a GPU ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The whole way at once, as Program::compile (Program.h) is for the CPU: a
// module in the neo dialect goes through the stages of GPUPasses.h; the
// launches of one function become the plan, its kernels PTX.
//
//     GPUTarget target{driver.getChip(), driver.getNumbers()};
//     auto program = compileForGPU(module, "main", target);
//     assembleKernels(*program, driver.getChip(), driver.getVersion());
//     auto executor = GPUExecutor::create(std::move(*program), error);
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_COMPILEFORGPU_H
#define NEO_TARGET_COMPILEFORGPU_H

#include "Neo/Runtime/Cuda/Driver.h"
#include "Neo/Runtime/Cuda/GPUProgram.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace neo {

/// A GPU as ptxas names it, and what a driver tells of it; where that is 0, the
/// numbers of the chip's largest product count.
struct GPUTarget {
  std::string chip;
  CudaNumbers numbers = {};
};

/// Compiles `function` of `module`, which is changed on the way; a chip newer
/// than those that Neo knows runs code of the newest one before it. An error if
/// the function cannot be run, or if it holds what Neo cannot run on a GPU;
/// reasons are diagnostics of the context.
llvm::Expected<GPUProgram> compileForGPU(mlir::ModuleOp module,
                                         llvm::StringRef function,
                                         const GPUTarget &target);

/// Optimises a module and writes on every operator the schedule of its kernel,
/// as compileForGPU does.
llvm::Error scheduleForGPU(mlir::ModuleOp module, const GPUTarget &target);

/// The program of `function` of the module in `text` that the cache has, and
/// what puts it there once it is compiled.
std::optional<GPUProgram> loadForGPU(llvm::StringRef text,
                                     llvm::StringRef function,
                                     const GPUTarget &target);
void keepForGPU(llvm::StringRef text, llvm::StringRef function,
                const GPUTarget &target, const GPUProgram &program);

/// Assembles the kernels of `program` for `chip`, where the CUDA toolkit is
/// there, is no newer than `newest`, as CUDA counts (the first digits of 13000
/// matter), and knows the chip; else the driver does it when it loads them. An
/// error names the kernel that ptxas refuses, or at which it crashes or hangs.
llvm::Error assembleKernels(GPUProgram &program, llvm::StringRef chip,
                            int newest);

} // namespace neo

#endif // NEO_TARGET_COMPILEFORGPU_H
