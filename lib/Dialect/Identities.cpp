//===- Identities.cpp - Operators that hand tensors through ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Identities.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

/// Once is enough, and integers have no gradient to stop.
OpFoldResult StopGradientOp::fold(FoldAdaptor) {
  if (!isa<FloatType>(getElementTypeOrSelf(getType())) ||
      getInput().getDefiningOp<StopGradientOp>())
    return getInput();
  return {};
}

LogicalResult WaitOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getInputs().getTypes());
  return success();
}

/// What nothing reads is not waited for.
LogicalResult WaitOp::canonicalize(WaitOp op, PatternRewriter &rewriter) {
  SmallVector<Value> inputs, used;
  for (auto [input, result] : llvm::zip(op.getInputs(), op.getResults()))
    if (!result.use_empty()) {
      inputs.push_back(input);
      used.push_back(result);
    }
  if (inputs.empty() || inputs.size() == op.getInputs().size())
    return failure();
  auto pruned = WaitOp::create(rewriter, op.getLoc(), inputs, op.getValues());
  for (auto [before, after] : llvm::zip(used, pruned.getResults()))
    rewriter.replaceAllUsesWith(before, after);
  rewriter.eraseOp(op);
  return success();
}

void neo::dropStopGradients(Operation *root) {
  root->walk([](StopGradientOp op) {
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  });
}

void neo::dropWaits(Operation *root) {
  root->walk([](WaitOp op) {
    op.replaceAllUsesWith(op.getInputs());
    op.erase();
  });
}
