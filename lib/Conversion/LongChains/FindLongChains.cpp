//===- FindLongChains.cpp - Marking blocks with long chains ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/LongChains.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/MathFunctions.h"

namespace neo {
#define GEN_PASS_DEF_NEOFINDLONGCHAINS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

SetVector<Block *> neo::findLongChains(Operation *root) {
  SetVector<Block *> blocks;
  root->walk([&](Operation *op) {
    if (!isa<arith::DivFOp>(op) && !isMathFunction(op))
      return;
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (type && !type.getElementType().isInteger(1))
      blocks.insert(op->getBlock());
  });
  return blocks;
}

namespace {
struct FindLongChains : neo::impl::NeoFindLongChainsBase<FindLongChains> {
  void runOnOperation() override {
    for (Block *block : findLongChains(getOperation()))
      block->getTerminator()->setAttr(longChainsAttrName,
                                      UnitAttr::get(&getContext()));
  }
};
} // namespace
