//===- CodeGen.cpp - LLVM IR to object code -------------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "CodeGen.h"

#include "BF16Moves.h"
#include "DivisorFences.h"
#include "HalfRoundings.h"
#include "LargeBlocks.h"
#include "LoadChains.h"
#include "MaskedMoves.h"
#include "OneLaneVectors.h"
#include "ShuffleFences.h"
#include "StrengthReduction.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"

using namespace llvm;

namespace neo {

namespace {

/// Keeps errors instead of printing them and ending the process.
struct ErrorKeeper : DiagnosticHandler {
  explicit ErrorKeeper(std::string &text) : text(text) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream stream(text);
    if (!text.empty())
      stream << "; ";
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }

  std::string &text;
};

} // namespace

static OptimizationLevel levelOf(unsigned number) {
  switch (number) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

/// Passes that find nothing in kernels, or next to nothing: of nine programs
/// the code was the same without them, and the time of none differed. Stores go
/// to results and to panels, all of which are read, and to prove of each of
/// hundreds in one block that it is not dead took a seventh of the optimiser's
/// time.
static bool findsNothing(StringRef pass) {
  constexpr StringLiteral names[] = {
      "DSEPass",  "AggressiveInstCombinePass", "CalledValuePropagationPass",
      "ADCEPass", "ConstraintEliminationPass", "LoopLoadEliminationPass",
      "BDCEPass"};
  return is_contained(names, pass);
}

/// Passes that may change what a kernel computes. Where LLVM 22's
/// vector-combine replaces a vector instruction by a scalar one, it copies the
/// flags to what its builder returns, which may be an older instruction: a
/// division with a remainder became an exact one, and 3 * (i / 3) became i
/// (llvm-project issue 192607).
static bool miscompiles(StringRef pass) { return pass == "VectorCombinePass"; }

static void optimize(Module &module, TargetMachine &machine,
                     const JITOptions &options) {
  // LLVM 22 looks for checksums in loops, and walks the selects of an unrolled
  // argmin in exponential time. Kernels have none.
  DisableLIRP::HashRecognize = true;
  PipelineTuningOptions tuning;
  // Kernels are vectors already, and looking for more in their straight-line
  // code took a quarter of the time to compile a large one.
  tuning.SLPVectorization = false;
  PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef pass, const Any &) {
        return !findsNothing(pass) && !miscompiles(pass);
      });
  PassBuilder builder(&machine, tuning, /*PGOOpt=*/std::nullopt, &callbacks);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  OptimizationLevel level = levelOf(options.optLevel);
  ModulePassManager passes = level == OptimizationLevel::O0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

static Error emit(Module &module, TargetMachine &machine, OutputKind kind,
                  raw_pwrite_stream &stream) {
  if (kind == OutputKind::IR) {
    module.print(stream, /*AAW=*/nullptr);
    return Error::success();
  }
  legacy::PassManager passes;
  CodeGenFileType type = kind == OutputKind::Object
                             ? CodeGenFileType::ObjectFile
                             : CodeGenFileType::AssemblyFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return createStringError("this LLVM cannot write object code for " +
                             machine.getTargetTriple().str());
  passes.run(module);
  return Error::success();
}

Expected<std::string> generateCode(Module &module, OutputKind kind,
                                   const JITOptions &options) {
  auto machine = options.target.createMachine();
  if (!machine)
    return machine.takeError();
  orderLargeBlocksFast();
  boundStrengthReduction();
  std::string errors;
  module.getContext().setDiagnosticHandler(
      std::make_unique<ErrorKeeper>(errors));
  scalarizeOneLane(module);
  optimize(module, **machine, options);
  expandHalfRoundings(module, options.target.has("avx512bf16"));
  fenceDivisors(module);
  fenceShuffles(module);
  moveBF16AsIntegers(module);
  expandMaskedMoves(module, **machine);
  endLoadChains(module);
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  if (Error error = emit(module, **machine, kind, stream))
    return error;
  // The handler refers to `errors`, which is about to go.
  module.getContext().setDiagnosticHandler(nullptr);
  if (!errors.empty())
    return createStringError("cannot make object code of the kernels: " +
                             errors);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace neo
