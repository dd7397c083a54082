//===- ProgramParts.h - A program before it is linked -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Compiling ends with a plan and object code. A Program links them into this
// process, an ExportedProgram is written to files.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_PROGRAM_PROGRAMPARTS_H
#define NEO_LIB_TARGET_PROGRAM_PROGRAMPARTS_H

#include "CompileTimes.h"

#include "Neo/Target/CodeCache.h"
#include "Neo/Target/Program.h"

namespace neo {

struct ProgramParts {
  PlannedProgram planned;
  std::vector<ObjectCode> objects;
  size_t kernels = 0;
};

/// `options` for the target that `module` names.
llvm::Expected<JITOptions> chooseTarget(mlir::ModuleOp module,
                                        JITOptions options);

/// Takes `name` of `module` through all stages; its target is that of
/// `options`.
llvm::Expected<ProgramParts> compileParts(mlir::ModuleOp module,
                                          llvm::StringRef name,
                                          const JITOptions &options,
                                          const CodeCache &cache,
                                          CompileTimes &times);

/// Gives every launch of `plan` its machine code.
llvm::Error resolveKernels(LaunchPlan &plan, const JITModule &code);

} // namespace neo

#endif // NEO_LIB_TARGET_PROGRAM_PROGRAMPARTS_H
