//===- SplitKernel.cpp - Statements that leave a kernel -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/SplitKernel.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

static bool reducesSharedLoop(KernelOp op, ComputeOp statement) {
  SmallVector<std::string> names = getLoopNames(statement);
  return llvm::any_of(op.getLoopNames(), [&](const std::string &shared) {
    return llvm::find(names, shared) - names.begin() >=
           int64_t(statement.getNumOutputLoops());
  });
}

using Statements = llvm::SetVector<Operation *>;

static Statements collectLeaving(KernelOp op) {
  Statements leaving;
  for (ComputeOp statement : op.getStatements())
    if (reducesSharedLoop(op, statement))
      leaving.insert(statement);
  return leaving;
}

/// The values of statements that stay and are read outside of the kernel, or
/// by those that leave.
static llvm::SetVector<Value> collectResults(KernelOp op,
                                             const Statements &leaving) {
  llvm::SetVector<Value> results;
  for (Value given : op.getGiven())
    if (!leaving.contains(given.getDefiningOp()))
      results.insert(given);
  for (Operation *statement : leaving)
    for (Value operand : statement->getOperands())
      if (isa_and_nonnull<ComputeOp>(operand.getDefiningOp()) &&
          !leaving.contains(operand.getDefiningOp()))
        results.insert(operand);
  return results;
}

/// A kernel in the place of `op`, with its body but other results.
static KernelOp rebuild(KernelOp op, ValueRange results) {
  OpBuilder b(op);
  auto kernel =
      KernelOp::create(b, op.getLoc(), results.getTypes(), op.getOperands(),
                       op.getExtentsAttr(), op.getLoopsAttr());
  kernel.getBody().takeBody(op.getBody());
  Block *block = kernel.getBodyBlock();
  block->getTerminator()->erase();
  b.setInsertionPointToEnd(block);
  ResultsOp::create(b, op.getLoc(), results);
  return kernel;
}

static void dropUnreadArguments(KernelOp op) {
  Block *block = op.getBodyBlock();
  for (unsigned i = block->getNumArguments(); i-- > 0;)
    if (block->getArgument(i).use_empty()) {
      block->eraseArgument(i);
      op->eraseOperand(i);
    }
}

KernelOp neo::splitOffSums(KernelOp op) {
  Statements leaving = collectLeaving(op);
  if (leaving.empty() || op.getStatements().size() < leaving.size() + 2)
    return nullptr;
  llvm::SetVector<Value> results = collectResults(op, leaving);
  SmallVector<Value> given(op.getGiven());
  KernelOp kernel = rebuild(op, results.getArrayRef());
  auto outside = [&](Value value) -> Value {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return op.getOperand(argument.getArgNumber());
    auto found = llvm::find(results, value);
    return found == results.end() ? value
                                  : kernel.getResult(found - results.begin());
  };
  for (Operation *statement : leaving) {
    statement->moveBefore(op);
    for (OpOperand &operand : statement->getOpOperands())
      operand.set(outside(operand.get()));
  }
  op->replaceAllUsesWith(llvm::map_to_vector(given, outside));
  op.erase();
  dropUnreadArguments(kernel);
  return kernel;
}
