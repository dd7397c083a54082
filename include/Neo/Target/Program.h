//===- Program.h - A function ready to run ----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The whole way at once: a module in the neo dialect goes through the stages
// of Pipelines.h; the launches of one function become the executor's plan, the
// kernels machine code.
//
//     auto program = Program::compile(module, "main");
//     program->run(inputs, results);
//
// Inputs and results are row-major buffers of the function's types (i1: one
// byte each).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_PROGRAM_H
#define NEO_TARGET_PROGRAM_H

#include "Neo/Runtime/Executor.h"
#include "Neo/Target/JITModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace neo {

class Program {
public:
  /// Compiles `function` of `module`, which is changed on the way. Problems of
  /// the IR are reported as diagnostics as well as in the error.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(mlir::ModuleOp module, llvm::StringRef function,
          const JITOptions &options = {});

  /// False if `interruption` gave the run up, or if it has a `problem`.
  bool run(const void *const *inputs, void *const *results,
           Interruption *interruption = nullptr,
           std::string *problem = nullptr) {
    return executor->run(inputs, results, interruption, problem);
  }

  llvm::ArrayRef<mlir::RankedTensorType> getInputTypes() const {
    return inputTypes;
  }
  llvm::ArrayRef<mlir::RankedTensorType> getResultTypes() const {
    return resultTypes;
  }
  Executor &getExecutor() { return *executor; }

private:
  std::unique_ptr<JITModule> code;
  std::unique_ptr<Executor> executor;
  llvm::SmallVector<mlir::RankedTensorType> inputTypes, resultTypes;
};

/// Bytes of a row-major buffer of `type`.
size_t getBufferBytes(mlir::RankedTensorType type);

/// The plan that the launches of `function` amount to; kernels are named, not
/// yet resolved.
llvm::Expected<LaunchPlan> buildLaunchPlan(mlir::func::FuncOp function);

} // namespace neo

#endif // NEO_TARGET_PROGRAM_H
