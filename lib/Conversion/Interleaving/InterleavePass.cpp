//===- InterleavePass.cpp - List scheduling of long chains ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Interleaving.h"

#include "Neo/Conversion/LongChains.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"

namespace neo {
#define GEN_PASS_DEF_NEOINTERLEAVE
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct Interleave : neo::impl::NeoInterleaveBase<Interleave> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    InstructionSet instructions = InstructionSet::of(getOperation());
    getOperation()->walk([&](Block *block) {
      if (block->empty() || !block->back().removeAttr(longChainsAttrName))
        return;
      interleave(*block, instructions.vectorRegisters());
    });
  }
};
} // namespace
