//===- LowerRemainingMath.cpp - What convert-gpu-to-nvvm leaves -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace neo {
#define GEN_PASS_DEF_NEOLOWERREMAININGMATH
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoLowerRemainingMath
    : neo::impl::NeoLowerRemainingMathBase<NeoLowerRemainingMath> {
  void runOnOperation() override {
    getOperation().walk([](math::TruncOp op) {
      OpBuilder b(op);
      Value rounded = LLVM::FTruncOp::create(b, op.getLoc(), op.getOperand());
      op.replaceAllUsesWith(rounded);
      op.erase();
    });
    getOperation().walk([](math::AbsIOp op) {
      OpBuilder b(op);
      // The least integer has no absolute value, and stays itself.
      Value magnitude =
          LLVM::AbsOp::create(b, op.getLoc(), op.getType(), op.getOperand(),
                              /*is_int_min_poison=*/false);
      op.replaceAllUsesWith(magnitude);
      op.erase();
    });
  }
};
} // namespace
