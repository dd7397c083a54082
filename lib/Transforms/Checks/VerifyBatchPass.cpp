//===- VerifyBatchPass.cpp - Is the batch decoupled? ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOVERIFYBATCH
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

namespace {
struct VerifyBatchPass : neo::impl::NeoVerifyBatchBase<VerifyBatchPass> {
  void runOnOperation() override {
    if (failed(neo::verifyBatch(getOperation())))
      signalPassFailure();
  }
};
} // namespace
