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
// neo-explain is neo-optimize with a remark on each decision. All of them run
// on modules:
//
//     mlir::PassManager passes(context);
//     neo::buildOptimizePipeline(passes);
//     if (failed(passes.run(module))) ...     // diagnostics say why
//
// Program::compile (Neo/Target/Program.h) runs them all and needs none of this.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PIPELINES_H
#define NEO_CONVERSION_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace neo {

/// Adds the passes of neo-optimize to those of a module. What they leave is neo
/// again; calls are inlined, and private functions that nothing needs are gone.
void buildOptimizePipeline(mlir::OpPassManager &pm);

/// The same for a GPU, without what suits the vectors and caches of a CPU
/// alone: padded, narrowed and packed tensors.
void buildOptimizeForGPUPipeline(mlir::OpPassManager &pm);

/// As neo-optimize, with remarks: the handler of the context's diagnostics gets
/// them.
void buildExplainPipeline(mlir::OpPassManager &pm);

/// The attribute of a module that has been through neo-optimize: compiling it
/// goes on from there.
constexpr llvm::StringLiteral optimizedAttrName = "neo.optimized";

/// Adds the passes of neo-to-vector, for what neo-optimize leaves: every
/// operator becomes a kernel and a neo.launch of it.
void buildToVectorPipeline(mlir::OpPassManager &pm);

/// Adds the passes of neo-to-llvm, for what neo-to-vector leaves. The functions
/// that launch are gone: who wants to run them builds their plan before
/// (buildLaunchPlan in Neo/Target/Program.h).
void buildToLLVMPipeline(mlir::OpPassManager &pm);

/// Registers every pass and pipeline of Neo by name, for tools, plugins and
/// mlir::parsePassPipeline. Once in a process.
void registerAllPasses();

/// Registers neo, the dialects that its stages produce, and what inlining needs
/// to know of functions. A context that is to run Neo's passes needs all this.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace neo

#endif // NEO_CONVERSION_PIPELINES_H
