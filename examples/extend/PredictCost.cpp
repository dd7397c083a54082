//===- PredictCost.cpp - A pass that asks the cost model ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A remark for every neo.compute that is a kernel of its own: the schedule that
// the cost model chooses, and the cycles of one core that it predicts.
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/Schedule.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace {
struct PredictCost : PassWrapper<PredictCost, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PredictCost)

  StringRef getArgument() const override { return "predict-cost"; }
  StringRef getDescription() const override {
    return "emit remarks with the predicted cost of each neo.compute";
  }

  void runOnOperation() override {
    auto target = neo::TargetModel::of(neo::InstructionSet::of(getOperation()));
    getOperation().walk([&](neo::ComputeOp op) {
      // Statements of a kernel have their loops in common.
      if (op->getParentOfType<neo::KernelOp>())
        return;
      neo::LoopNest nest = neo::LoopNest::get(op);
      double cycles = 0;
      neo::Schedule schedule = neo::chooseSchedule(nest, target, &cycles);
      op.emitRemark("predicted: ") << llvm::formatv("{0:F0}", cycles).str()
                                   << " cycles by " << schedule.str(nest);
    });
  }
};
} // namespace

void registerPredictCost() { PassRegistration<PredictCost>(); }
