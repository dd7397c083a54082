//===- GPUPasses.h - From neo to NVIDIA GPUs --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The stages of a program for a GPU, each a pass or a pipeline of neo-opt:
//
//     neo-optimize-for-gpu gradients, one function, fused operators    (neo)
//     neo-schedule-gpu    a schedule on every neo.compute              (neo)
//     convert-neo-to-gpu  kernels and launches           (gpu, scf, vector)
//     neo-to-nvvm         all that is left of both, and the kernels as NVVM
//                                                               (nvvm, llvm)
//     neo-to-ptx          the same, and text of PTX, or cubin   (gpu.binary)
//
// The last two are one pipeline, which ends at another stage unless its option
// says where: format=neo, gpu, nvvm, ptx or cubin.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_GPUPASSES_H
#define NEO_CONVERSION_GPUPASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neo {

#define GEN_PASS_DECL
#include "Neo/Conversion/GPUPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "Neo/Conversion/GPUPasses.h.inc"

/// Scheduled operators; kernels; kernels as NVVM; text; or code of the chip,
/// which the CUDA toolkit makes of it.
enum class GPUFormat { neo, gpu, nvvm, ptx, cubin };

/// Versions of PTX; the least that a chip needs.
enum class PTXLevel : unsigned {
  least = 0,
  ptx80 = 80,
  ptx81,
  ptx82,
  ptx83,
  ptx84,
  ptx85,
  ptx86,
  ptx87,
  ptx88
};

/// What kernels are turned into.
struct GPUCode {
  /// The GPU as ptxas names it.
  std::string chip;
  PTXLevel level = PTXLevel::least;
  GPUFormat format = GPUFormat::ptx;
};

/// Adds what turns the kernels of convert-neo-to-gpu into NVVM.
void buildToNVVMPipeline(mlir::OpPassManager &pm, const GPUCode &code);
/// The same, and the code in a gpu.binary, of format ptx or cubin.
void buildToPTXPipeline(mlir::OpPassManager &pm, const GPUCode &code);
/// Adds what turns operators into `code`, from whatever stage they are at.
void buildGPUPipeline(mlir::OpPassManager &pm, const GPUCode &code);

/// Registers the passes and pipelines above by name, once in a process.
void registerGPUPasses();
/// Registers the dialects that they produce, and the translation to PTX.
void registerGPUDialects(mlir::DialectRegistry &registry);

} // namespace neo

#endif // NEO_CONVERSION_GPUPASSES_H
