//===- NaNAwareExtremaPass.cpp - Separate NaN tests for extrema -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "NaNSearch.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"

namespace neo {
#define GEN_PASS_DEF_NEONANAWAREEXTREMA
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NaNAwareExtrema : neo::impl::NeoNaNAwareExtremaBase<NaNAwareExtrema> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    if (InstructionSet::of(getOperation()).hasAVX512())
      searchNaNApart(getOperation());
  }
};
} // namespace
