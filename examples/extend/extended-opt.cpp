//===- extended-opt.cpp - neo-opt with extensions -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Extensions.h"

#include "Neo/Conversion/Pipelines.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  neo::registerAllDialects(registry);
  neo::registerAllPasses();
  registerStraightThrough(registry);
  registerPredictCost();
  registerWideSums();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "neo-opt with extensions\n", registry));
}
