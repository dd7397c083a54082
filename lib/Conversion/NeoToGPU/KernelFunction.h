//===- KernelFunction.h - An operator as a gpu.func -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel takes one flat buffer per operand, then one for the result:
//
//     %c = neo.compute [i: 1024] %a[i] ... {neo.gpu = #neo.gpu_schedule<...>}
// -->
//     gpu.func @f_kernel0(%a: memref<1024xf32>, %c: memref<1024xf32>) kernel
//       attributes {known_block_size = array<i32: 256, 1, 1>}
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_KERNELFUNCTION_H
#define NEO_CONVERSION_NEOTOGPU_KERNELFUNCTION_H

#include "Neo/Dialect/GPUSchedule.h"

#include "KernelState.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace neo {

/// Adds a kernel with a buffer for every tensor of `operands` and `results`,
/// which returns at once, to `module`.
mlir::gpu::GPUFuncOp createGPUKernel(mlir::gpu::GPUModuleOp module,
                                     llvm::StringRef name, mlir::Location loc,
                                     mlir::TypeRange operands,
                                     mlir::TypeRange results, int64_t threads);

/// What the kernel of `op` writes: its result, or parts of it to be joined.
llvm::SmallVector<mlir::Type> getKernelResults(ComputeOp op);

/// Sets the thread and block index in a grid of such blocks.
void bindHardware(KernelState &state, int64_t threads, int64_t blocks,
                  int64_t shared);

/// Adds the kernel of `op`, whose schedule has been verified, to `module`.
mlir::gpu::GPUFuncOp emitGPUKernel(mlir::gpu::GPUModuleOp module,
                                   llvm::StringRef name, ComputeOp op);

/// The same of statements that go row by row together, scheduled alike.
mlir::gpu::GPUFuncOp emitGPUKernel(mlir::gpu::GPUModuleOp module,
                                   llvm::StringRef name, KernelOp op);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_KERNELFUNCTION_H
