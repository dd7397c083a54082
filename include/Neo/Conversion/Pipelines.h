//===- Pipelines.h - The pipelines from neo to machine code -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Neo compiles in named stages, each a pipeline of neo-opt, so that the IR
// between stages can be printed and read:
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

/// Adds the passes of neo-optimize to those of a module. The output is neo;
/// calls are inlined, and unused private functions are erased.
void buildOptimizePipeline(mlir::OpPassManager &pm);

/// The same for a GPU, without passes for the vectors and caches of a CPU:
/// padding, narrowing and packing.
void buildOptimizeForGPUPipeline(mlir::OpPassManager &pm);

/// As neo-optimize, with remarks, which are emitted to the context's diagnostic
/// handler.
void buildExplainPipeline(mlir::OpPassManager &pm);

/// The attribute of a module that has been through neo-optimize: compilation
/// resumes after it.
constexpr llvm::StringLiteral optimizedAttrName = "neo.optimized";

/// Adds the passes of neo-to-vector, for the output of neo-optimize: every
/// operator becomes a kernel and a neo.launch of it.
void buildToVectorPipeline(mlir::OpPassManager &pm);

/// Adds the passes of neo-to-llvm, for the output of neo-to-vector. Functions
/// that launch are erased: to run them, build their launch plan before
/// (buildLaunchPlan in Neo/Target/Program.h).
void buildToLLVMPipeline(mlir::OpPassManager &pm);

/// Registers every pass and pipeline of Neo by name, for tools, plugins and
/// mlir::parsePassPipeline. Once in a process.
void registerAllPasses();

/// Registers neo, the dialects that its stages produce, and the interfaces for
/// inlining. Required for a context that runs Neo's passes.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace neo

#endif // NEO_CONVERSION_PIPELINES_H
