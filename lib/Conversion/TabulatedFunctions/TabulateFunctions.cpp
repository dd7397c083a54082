//===- TabulateFunctions.cpp - Functions of one number as tables ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TabledFunctions.h"

#include "Neo/Conversion/LongChains.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/Strict.h"

namespace neo {
#define GEN_PASS_DEF_NEOTABULATEFUNCTIONS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct TabulateFunctions
    : neo::impl::NeoTabulateFunctionsBase<TabulateFunctions> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    if (!InstructionSet::of(getOperation()).hasAVX512() ||
        isStrict(getOperation()))
      return;
    TabledFunctions tables;
    for (Block *block : findLongChains(getOperation()))
      tables.replaceIn(*block);
  }
};
} // namespace
