//===- LowerTrunc.cpp - Rounding towards zero on a GPU --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace neo {
#define GEN_PASS_DEF_NEOLOWERTRUNC
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoLowerTrunc : neo::impl::NeoLowerTruncBase<NeoLowerTrunc> {
  void runOnOperation() override {
    getOperation().walk([](math::TruncOp op) {
      OpBuilder b(op);
      Value rounded = LLVM::FTruncOp::create(b, op.getLoc(), op.getOperand());
      op.replaceAllUsesWith(rounded);
      op.erase();
    });
  }
};
} // namespace
