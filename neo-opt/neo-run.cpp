//===- neo-run.cpp - Runs a neo function in the reference interpreter -----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     neo-run f.mlir                        made-up inputs, prints the results
//     neo-run f.mlir --check-pipeline=P     the same results before and after P
//     neo-run f.mlir --self-check           a program that checks itself
//
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"
#include "ShortHelp.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Interpreter/TensorText.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

#include <cmath>

using namespace mlir;
using namespace neo;
namespace cl = llvm::cl;

static cl::OptionCategory category("What to run and what to compare");
static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<file.mlir>"));
static cl::opt<std::string>
    entryName("entry", cl::cat(category),
              cl::desc("function to run (default: the only public one)"));
static cl::opt<uint64_t> seed("seed", cl::cat(category), cl::init(1),
                              cl::desc("seed of the made-up inputs"));
static cl::opt<bool> positive("positive", cl::cat(category),
                              cl::desc("make up positive inputs only"));
static cl::opt<bool> printInputs("print-inputs", cl::cat(category),
                                 cl::desc("print the inputs"));
static cl::opt<bool> printResults("print", cl::cat(category),
                                  cl::desc("print the results, checks or not"));
static cl::opt<std::string>
    checkPipeline("check-pipeline", cl::cat(category),
                  cl::desc("compare with the module after these passes"));
static cl::opt<bool> selfCheck("self-check", cl::cat(category),
                               cl::desc("print a module that checks itself"));
static cl::opt<std::string> precision("precision", cl::cat(category),
                                      cl::init("own"),
                                      cl::desc("own: each type rounds as it "
                                               "does; double: floats are f64"));
static cl::opt<double> tolerance("rtol", cl::cat(category), cl::init(0),
                                 cl::desc("tolerance of comparisons"));

/// The function called --entry, or the only public one that has a body.
static FailureOr<func::FuncOp> findEntry(ModuleOp module) {
  if (!entryName.empty()) {
    if (auto function = module.lookupSymbol<func::FuncOp>(entryName))
      return function;
    return module.emitError("there is no function '") << entryName << "'";
  }
  func::FuncOp entry;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || function.isPrivate())
      continue;
    if (entry)
      return module.emitError("there are several public functions; choose one "
                              "with --entry=NAME");
    entry = function;
  }
  if (!entry)
    return module.emitError("there is no public function to run");
  return entry;
}

static FailureOr<SmallVector<Tensor>> makeInputs(func::FuncOp function) {
  std::mt19937_64 random(seed);
  SmallVector<Tensor> inputs;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto kind = tensor ? getElementKind(tensor.getElementType()) : std::nullopt;
    if (!kind || !tensor.hasStaticShape())
      return function.emitError("argument #")
             << i << " is " << type
             << "; inputs are made up for tensors of static shape only";
    FailureOr<Tensor> input =
        allocateTensor(function, *kind, tensor.getShape());
    if (failed(input))
      return failure();
    fillRandom(*input, random, positive);
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

static FailureOr<SmallVector<Tensor>> run(func::FuncOp function,
                                          ArrayRef<Tensor> inputs) {
  InterpreterOptions options;
  options.doublePrecision = precision == "double";
  return interpret(function, inputs, options);
}

static void print(StringRef what, ArrayRef<Tensor> tensors) {
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    llvm::outs() << what << " #" << i << ": " << getTypeName(tensor) << " ";
    printTensor(llvm::outs(), tensor);
    llvm::outs() << "\n";
  }
}

/// Runs the pipeline on `module` and compares what `name` computes then.
static LogicalResult checkAfterPipeline(ModuleOp module, StringRef name,
                                        ArrayRef<Tensor> inputs,
                                        ArrayRef<Tensor> expected) {
  OwningOpRef<ModuleOp> changed = module.clone();
  FailureOr<OpPassManager> pipeline = parsePassPipeline(checkPipeline);
  if (failed(pipeline))
    return failure();
  PassManager manager(module.getContext(), pipeline->getOpAnchorName());
  static_cast<OpPassManager &>(manager) = *pipeline;
  if (failed(manager.run(*changed)))
    return failure();
  auto function = changed->lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError("after the pipeline, '") << name << "' is gone";
  FailureOr<SmallVector<Tensor>> actual = run(function, inputs);
  if (failed(actual))
    return failure();
  for (auto [i, want] : llvm::enumerate(expected))
    if (auto difference = findDifference(want, (*actual)[i], tolerance))
      return module.emitError("with seed ")
             << seed.getValue() << ", result #" << i << " of '" << name << "' "
             << *difference << " after the pipeline";
  llvm::outs() << "equal: " << expected.size() << " results, seed " << seed
               << "\n";
  return success();
}

static LogicalResult emitSelfCheck(func::FuncOp entry, ArrayRef<Tensor> inputs,
                                   ArrayRef<Tensor> results) {
  OwningOpRef<ModuleOp> checked =
      makeSelfChecking(entry, inputs, results, tolerance);
  if (!checked)
    return failure();
  llvm::outs() << *checked << "\n";
  return success();
}

static LogicalResult runModule(ModuleOp module) {
  FailureOr<func::FuncOp> entry = findEntry(module);
  if (failed(entry))
    return failure();
  FailureOr<SmallVector<Tensor>> inputs = makeInputs(*entry);
  if (failed(inputs))
    return failure();
  FailureOr<SmallVector<Tensor>> results = run(*entry, *inputs);
  if (failed(results))
    return failure();
  if (selfCheck)
    return emitSelfCheck(*entry, *inputs, *results);
  if (printInputs)
    print("input", *inputs);
  if (printResults || checkPipeline.empty()) {
    llvm::outs() << "seed " << seed << "\n";
    print("result", *results);
  }
  if (checkPipeline.empty())
    return success();
  return checkAfterPipeline(module, entry->getSymName(), *inputs, *results);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllPasses();
  neo::registerAllDialects(registry);
  neo::registerAllPasses();
  shortenHelp({&category});
  cl::ParseCommandLineOptions(argc, argv,
                              "Neo: runs a function in the interpreter\n");
  if (precision != "own" && precision != "double") {
    llvm::errs() << "--precision is own or double, not '" << precision << "'\n";
    return 1;
  }
  if (!(tolerance >= 0) || std::isinf(tolerance)) {
    llvm::errs() << "--rtol is a number from 0 on, not " << tolerance << "\n";
    return 1;
  }
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputFile, sources, &context);
  return module && succeeded(runModule(*module)) ? 0 : 1;
}
