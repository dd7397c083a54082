//===- ExportedProgram.h - A program that leaves this process ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a module in a folder is made of (Neo/Runtime/Module/StaticModule.h), for
// one target: a plan whose constants are named tensors, those tensors, and the
// object code of kernels, not linked yet.
//
//     auto exported = exportProgram(module, "main", weights);
//     exported->plan        // the text of plan.json
//     exported->objects     // to be linked into a shared library
//
// The last inputs of the function, as many as there are `weights`, are fixed
// from now on. Packing them is done here where the target's code runs here, and
// by the first run of the module where it does not (FrozenPlan.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_EXPORTEDPROGRAM_H
#define NEO_TARGET_EXPORTEDPROGRAM_H

#include "Neo/Runtime/Module/FrozenPlan.h"
#include "Neo/Runtime/PlannedProgram.h"
#include "Neo/Target/ObjectCode.h"

namespace neo {

struct ExportedProgram {
  /// Without the fixed inputs.
  std::vector<BufferType> inputs, results;
  std::string plan;
  std::vector<StoredTensor> tensors;
  std::vector<ObjectCode> objects;
  /// What a run takes, beside inputs and results.
  size_t weightBytes = 0, temporaryBytes = 0;
};

/// `function` of `module`, for the target that the module names. As
/// Program::compile(), it changes `module`.
llvm::Expected<ExportedProgram>
exportProgram(mlir::ModuleOp module, llvm::StringRef function,
              const std::vector<const void *> &weights,
              const JITOptions &options = {});

/// The best of the targets with a name that this machine runs; empty if it runs
/// none of them.
std::string bestTargetHere();

} // namespace neo

#endif // NEO_TARGET_EXPORTEDPROGRAM_H
