//===- LayOutFactors.cpp - The pass neo-lay-out-factors -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Schedule/GPU/FactorLayout.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {
#define GEN_PASS_DEF_NEOLAYOUTFACTORS
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct LayOutFactors : neo::impl::NeoLayOutFactorsBase<LayOutFactors> {
  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    std::optional<GPUMachine> machine = findSaidMachine(module, "sm_80");
    if (!machine)
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : findFreeOperators(getOperation())) {
      if (op->hasAttr(gpuScheduleAttrName))
        continue;
      if (isContraction(op))
        op = readBeforeExtensions(op, rewriter);
      layOutFactors(op, *machine, rewriter);
    }
  }
};
} // namespace
