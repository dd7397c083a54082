//===- neo-opt.cpp - Neo's passes on the command line ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Pipelines.h"

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

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllPasses();
  neo::registerAllDialects(registry);
  neo::registerAllPasses();
  llvm::SmallVector<char *> arguments = addDefaults(argc, argv);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(arguments.size(), arguments.data(),
                        "Neo: operators as index expressions\n", registry));
}
