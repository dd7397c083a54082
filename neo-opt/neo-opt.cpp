//===- neo-opt.cpp - Neo's passes on the command line ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ShortHelp.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/PassStatistic.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

/// MLIR shows the operation that an error is about once more in full: all of
/// a module for an error about a module. Neo's errors name what they mean, so
/// they stand alone unless the command line asks for more.
static llvm::SmallVector<char *> addDefaults(int argc, char **argv) {
  static char shortErrors[] = "--mlir-print-op-on-diagnostic=false";
  llvm::SmallVector<char *> arguments(argv, argv + argc);
  auto isAsked = [](llvm::StringRef argument) {
    return argument.ltrim('-').starts_with("mlir-print-op-on-diagnostic");
  };
  if (llvm::none_of(arguments, isAsked))
    arguments.insert(arguments.begin() + 1, shortErrors);
  return arguments;
}

// --help sorts categories by their names.
static llvm::cl::OptionCategory passes("Neo's passes and pipelines");
static llvm::cl::OptionCategory
    common("Options of mlir-opt that go with them",
           "The others, and all passes of MLIR, are shown by --help-hidden.");

static llvm::cl::opt<bool>
    statistics("neo-statistics",
               llvm::cl::desc("print what Neo's passes have done, counted"),
               llvm::cl::cat(passes));

static const llvm::StringRef commonOptions[] = {
    "pass-pipeline",
    "split-input-file",
    "verify-diagnostics",
    "allow-unregistered-dialect",
    "load-dialect-plugin",
    "load-pass-plugin",
    "mlir-disable-threading",
    "mlir-elide-elementsattrs-if-larger",
    "mlir-print-debuginfo",
    "mlir-print-ir-after",
    "mlir-print-ir-after-all",
    "mlir-print-ir-after-change",
    "mlir-print-ir-before",
    "mlir-print-ir-before-all",
    "mlir-print-op-on-diagnostic",
    "mlir-timing",
};

int main(int argc, char **argv) {
  llvm::SmallVector<char *> arguments = addDefaults(argc, argv);
  mlir::DialectRegistry registry;
  // The list of passes is shown as a whole or not at all.
  if (!neo::isShortHelpAsked(arguments)) {
    mlir::registerAllDialects(registry);
    mlir::registerAllPasses();
  }
  neo::registerAllDialects(registry);
  neo::registerAllPasses();
  std::string header = mlir::registerCLIOptions(
      "Neo: operators as index expressions\n", registry);
  // One option lists all passes; each of their names stands for it.
  neo::addToCategory(passes, {"neo-optimize"});
  neo::addToCategory(common, commonOptions);
  neo::shortenHelp({&passes, &common});
  auto [input, output] =
      mlir::parseCLIOptions(arguments.size(), arguments.data(), header);
  if (statistics)
    neo::collectPassStatistics();
  llvm::LogicalResult result = mlir::MlirOptMain(
      arguments.size(), arguments.data(), input, output, registry);
  if (statistics)
    neo::printPassStatistics(llvm::errs());
  return mlir::asMainReturnCode(result);
}
