//===- Pipelines.h - The way from neo to machine code -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Neo compiles in named stages, each a pipeline of neo-opt, so that what one
// stage hands to the next can be printed and read:
//
//     neo-optimize    gradients, one function, fused operators      (neo)
//     neo-to-vector   kernels and the launches that run them   (scf, vector)
//     neo-to-llvm     the kernels alone                               (llvm)
//
// neo-explain is neo-optimize with a remark on each decision.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PIPELINES_H
#define NEO_CONVERSION_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace neo {

void buildOptimizePipeline(mlir::OpPassManager &pm);
void buildExplainPipeline(mlir::OpPassManager &pm);

/// The attribute of a module that has been through neo-optimize: compiling it
/// goes on from there.
constexpr llvm::StringLiteral optimizedAttrName = "neo.optimized";
void buildToVectorPipeline(mlir::OpPassManager &pm);
void buildToLLVMPipeline(mlir::OpPassManager &pm);

/// Registers every pass and pipeline of Neo, for tools and plugins.
void registerAllPasses();

/// Registers the dialects that Neo's stages produce.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace neo

#endif // NEO_CONVERSION_PIPELINES_H
