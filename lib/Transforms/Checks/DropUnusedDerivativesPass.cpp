//===- DropUnusedDerivativesPass.cpp - Declarations nobody can use --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Transforms/Passes.h"

using namespace mlir;

namespace neo {
#define GEN_PASS_DEF_NEODROPUNUSEDDERIVATIVES
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

namespace {
struct DropUnusedDerivativesPass
    : neo::impl::NeoDropUnusedDerivativesBase<DropUnusedDerivativesPass> {
  void runOnOperation() override {
    for (func::FuncOp unused : neo::findUnusedDerivatives(getOperation())) {
      func::FuncOp first = neo::getFirstPrimal(unused);
      if (!first.isPrivate())
        continue;
      unused.emitWarning("'@")
          << unused.getName() << "' is declared, but nothing calls it, and '@"
          << first.getName() << "' is private, so it is left out: call it, "
          << "or make '@" << first.getName() << "' public";
      unused.erase();
    }
  }
};
} // namespace
