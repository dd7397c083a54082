//===- WideSums.cpp - A pass that rewrites operators ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sums of f32 are kept in f64, and rounded once:
//
//     %C = neo.compute [i: 4] sum [k: 3] %A[i, k] ... -> tensor<4xf32>
//     // -->
//     %W = neo.compute [i: 4] sum [k: 3] %A[i, k] ... extf -> tensor<4xf64>
//     %C = neo.compute [i: 4] %W[i] ... truncf              -> tensor<4xf32>
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

/// The terms of `op` in f64, summed.
static Value sumWide(OpBuilder &builder, neo::ComputeOp op) {
  neo::ComputeSpec spec = neo::getSpecWithoutBody(op);
  spec.type = op.getType().clone(builder.getF64Type());
  spec.body = [&](OpBuilder &body, Location loc, ValueRange args) -> Value {
    Value term = neo::cloneBody(body, op, args);
    return arith::ExtFOp::create(body, loc, body.getF64Type(), term);
  };
  return neo::ComputeOp::create(builder, op.getLoc(), spec);
}

/// `wide`, element by element, in f32.
static Value round(OpBuilder &builder, Location loc, Value wide) {
  auto type = cast<RankedTensorType>(wide.getType());
  neo::ComputeSpec spec;
  spec.type = type.clone(builder.getF32Type());
  spec.operands = {{wide, builder.getMultiDimIdentityMap(type.getRank())}};
  spec.body = [](OpBuilder &body, Location loc, ValueRange args) -> Value {
    return arith::TruncFOp::create(body, loc, body.getF32Type(), args[0]);
  };
  return neo::ComputeOp::create(builder, loc, spec);
}

namespace {
struct WideSums : PassWrapper<WideSums, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WideSums)

  StringRef getArgument() const override { return "wide-sums"; }
  StringRef getDescription() const override {
    return "keep sums of f32 in f64, and round them once";
  }

  void runOnOperation() override {
    // It changes roundings.
    if (neo::isStrict(getOperation()))
      return;
    // Operators are found first and changed then.
    SmallVector<neo::ComputeOp> sums;
    getOperation().walk([&](neo::ComputeOp op) {
      if (op.getKind() == neo::ReductionKind::sum &&
          op.getType().getElementType().isF32() &&
          !op->getParentOfType<neo::KernelOp>())
        sums.push_back(op);
    });
    for (neo::ComputeOp op : sums) {
      OpBuilder builder(op);
      op.replaceAllUsesWith(round(builder, op.getLoc(), sumWide(builder, op)));
      op.erase();
    }
  }
};
} // namespace

void registerWideSums() { PassRegistration<WideSums>(); }
