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
// A module with a batch (Batch.h) becomes a program for every batch size, whose
// executor depends on it:
//
//     auto executor = program->executorFor(64, error);
//     executor->run(inputs, results);
//
// Inputs and results are row-major buffers of the function's types (i1: one
// byte each), one per argument and one per result. They belong to the caller
// and are used only while run() works; results must not overlap inputs or each
// other. A program needs neither the module nor its context any longer. Calls
// of run() from several threads are serialised.
//
// A program and its kernels are kept on disk (CodeCache.h). Who has the text of
// a module asks for its program first, and parses only where there is none:
//
//     std::string key = Program::keyOf(text, "main");
//     auto program = Program::load(key);                // null: not known yet
//     if (!program)
//       program = Program::compile(parse(text), "main", {}, key);
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_PROGRAM_H
#define NEO_TARGET_PROGRAM_H

#include "Neo/Runtime/BatchPlan.h"
#include "Neo/Runtime/PlannedProgram.h"
#include "Neo/Target/JITModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace neo {

class Program {
public:
  /// Compiles `function` of `module`, which is changed on the way: who needs it
  /// later compiles a clone. It has to be verified, and its functions that are
  /// neither `function` nor called by it go. An error if `function` cannot be
  /// run (RunnableFunction.h), if the target is not this machine's, or if a
  /// stage fails, whose reasons are diagnostics of the context. With a `key`
  /// the program is kept for load().
  static llvm::Expected<std::unique_ptr<Program>>
  compile(mlir::ModuleOp module, llvm::StringRef function,
          const JITOptions &options = {}, llvm::StringRef key = "");

  /// The key of what compile() makes of a module with this text, options and
  /// environment.
  static std::string keyOf(llvm::StringRef text, llvm::StringRef function,
                           const JITOptions &options = {});

  /// The program that was kept under `key`; null if there is none, or if it
  /// cannot be used.
  static std::unique_ptr<Program> load(llvm::StringRef key);

  /// What runs a batch of `items` (of fixed sizes, whatever `items` is); null,
  /// and a message in `error`, if it cannot be had.
  std::shared_ptr<Executor> executorFor(int64_t items, std::string &error) {
    return anyBatch ? anyBatch->get(items, error) : executor;
  }

  /// The launches, one after the other.
  const LaunchPlan &getPlan() const {
    return anyBatch ? anyBatch->plan() : executor->plan();
  }

  /// At most this many threads work for this program; 0 means no limit. There
  /// are never more than ThreadPool::global() has.
  void setThreadLimit(int threads) {
    if (anyBatch)
      anyBatch->setThreadLimit(threads);
    else
      executor->setThreadLimit(threads);
  }

  /// Runs a program of fixed sizes on as many `inputs` and `results` as there
  /// are types. False, and the results are of no use, if `interruption` gave
  /// the run up, or if there is a `problem`: an index from data that lies
  /// outside its dimension, or a batch, whose size only executorFor() is told.
  bool run(const void *const *inputs, void *const *results,
           Interruption *interruption = nullptr,
           std::string *problem = nullptr);

  /// What run() takes and gives, as long as the program lives.
  llvm::ArrayRef<BufferType> getInputTypes() const { return inputs; }
  llvm::ArrayRef<BufferType> getResultTypes() const { return results; }

  /// A message that says which passes took the time, if compile() took more
  /// than NEO_COMPILE_BUDGET seconds (docs/Variables.md); else empty.
  llvm::StringRef getWarning() const { return warning; }

private:
  static llvm::Expected<std::unique_ptr<Program>>
  link(PlannedProgram planned, std::vector<ObjectCode> objects);

  std::unique_ptr<JITModule> code;
  /// One of these.
  std::shared_ptr<Executor> executor;
  std::unique_ptr<BatchExecutor> anyBatch;
  std::vector<BufferType> inputs, results;
  std::string warning;
};

/// The assembly of all that `function` of `module` needs, for the target that
/// the module names (InstructionSet.h), be it this machine's or not. As
/// Program::compile(), it changes `module`.
llvm::Expected<std::string> printAssembly(mlir::ModuleOp module,
                                          llvm::StringRef function,
                                          const JITOptions &options = {});

/// Tensors of `types`, of which those of a `batch` have it as any.
std::vector<BufferType> describeBuffers(mlir::TypeRange types,
                                        std::optional<int64_t> batch = {});

/// Bytes of a row-major buffer of `type`.
size_t getBufferBytes(mlir::RankedTensorType type);

/// The plan that the launches of `function` amount to, which has been through
/// neo-to-vector; kernels are named, not yet resolved. An error if it holds
/// anything but launches, loops over time and constants.
llvm::Expected<LaunchPlan> buildLaunchPlan(mlir::func::FuncOp function);

} // namespace neo

#endif // NEO_TARGET_PROGRAM_H
