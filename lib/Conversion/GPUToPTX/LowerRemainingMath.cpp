//===- LowerRemainingMath.cpp - Functions that are one instruction --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace neo {
#define GEN_PASS_DEF_NEOLOWERREMAININGMATH
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static Value lower(OpBuilder &b, math::TruncOp op) {
  return LLVM::FTruncOp::create(b, op.getLoc(), op.getOperand());
}

/// The least integer has no absolute value, and stays itself. An index has no
/// type in LLVM yet.
static Value lower(OpBuilder &b, math::AbsIOp op) {
  Value value = op.getOperand();
  if (!isa<IndexType>(getElementTypeOrSelf(value)))
    return LLVM::AbsOp::create(b, op.getLoc(), op.getType(), value,
                               /*is_int_min_poison=*/false);
  Value zero =
      arith::ConstantOp::create(b, op.getLoc(), b.getZeroAttr(op.getType()));
  Value negative = arith::SubIOp::create(b, op.getLoc(), zero, value);
  return arith::MaxSIOp::create(b, op.getLoc(), value, negative);
}

static Value lower(OpBuilder &b, math::FmaOp op) {
  Type element = getElementTypeOrSelf(op.getType());
  if (!element.isF32() && !element.isF64())
    return nullptr;
  return LLVM::FMAOp::create(b, op.getLoc(), op.getA(), op.getB(), op.getC());
}

template <typename Op> static void lowerAll(gpu::GPUModuleOp kernels) {
  kernels.walk([](Op op) {
    OpBuilder b(op);
    if (Value lowered = lower(b, op)) {
      op.replaceAllUsesWith(lowered);
      op.erase();
    }
  });
}

namespace {
struct NeoLowerRemainingMath
    : neo::impl::NeoLowerRemainingMathBase<NeoLowerRemainingMath> {
  void runOnOperation() override {
    lowerAll<math::TruncOp>(getOperation());
    lowerAll<math::AbsIOp>(getOperation());
    lowerAll<math::FmaOp>(getOperation());
  }
};
} // namespace
