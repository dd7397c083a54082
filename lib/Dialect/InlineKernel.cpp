//===- InlineKernel.cpp - The statements of a kernel, one by one ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/InlineKernel.h"

using namespace mlir;
using namespace neo;

void neo::inlineKernel(KernelOp op) {
  Block *block = op.getBodyBlock();
  for (auto [argument, operand] :
       llvm::zip_equal(block->getArguments(), op.getOperands()))
    argument.replaceAllUsesWith(operand);
  op->replaceAllUsesWith(op.getGiven());
  for (ComputeOp statement : op.getStatements())
    statement->moveBefore(op);
  op.erase();
}

void neo::inlineKernels(Operation *root) {
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp op) { kernels.push_back(op); });
  for (KernelOp op : kernels)
    inlineKernel(op);
}
