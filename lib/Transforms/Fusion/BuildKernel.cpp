//===- BuildKernel.cpp - From a group to a neo.kernel ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BuildKernel.h"

#include "NameParts.h"
#include "ReadShared.h"
#include "RowFactors.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// The operands of the statements that none of them produces.
static llvm::SetVector<Value> collectOperands(ArrayRef<ComputeOp> statements) {
  llvm::SetVector<Value> operands;
  for (ComputeOp op : statements)
    for (Value operand : op.getOperands())
      if (!llvm::is_contained(statements, operand.getDefiningOp<ComputeOp>()))
        operands.insert(operand);
  return operands;
}

static KernelOp createKernel(OpBuilder &b, const KernelGroup &group,
                             ValueRange operands, ValueRange results) {
  SmallVector<Location> locations;
  SmallVector<Attribute> names;
  SmallVector<int64_t> extents;
  for (ComputeOp op : group.statements)
    locations.push_back(op.getLoc());
  for (const KernelGroup::SharedLoop &loop : group.shared) {
    names.push_back(b.getStringAttr(loop.name));
    extents.push_back(loop.extent);
  }
  auto kernel = KernelOp::create(
      b, b.getFusedLoc(locations), results.getTypes(), operands,
      b.getDenseI64ArrayAttr(extents), b.getArrayAttr(names));
  Block &block = kernel.getBody().emplaceBlock();
  for (Value operand : operands)
    block.addArgument(operand.getType(), operand.getLoc());
  return kernel;
}

KernelOp neo::buildKernel(const KernelGroup &group) {
  ArrayRef<ComputeOp> statements = group.statements;
  llvm::SetVector<Value> operands = collectOperands(statements);
  SmallVector<Value> results;
  for (ComputeOp op : statements)
    if (isUsedOutside(op.getResult(), statements))
      results.push_back(op.getResult());
  OpBuilder b(ComputeOp(statements.back()));
  KernelOp kernel = createKernel(b, group, operands.getArrayRef(), results);
  Block *block = kernel.getBodyBlock();
  for (auto [result, value] : llvm::zip_equal(kernel.getResults(), results))
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !llvm::is_contained(statements,
                                 dyn_cast<ComputeOp>(use.getOwner()));
    });
  for (auto [op, names] : llvm::zip_equal(statements, group.names)) {
    ComputeOp statement = op;
    statement->moveBefore(block, block->end());
    SmallVector<StringRef> refs(names.begin(), names.end());
    statement.setLoopsAttr(b.getStrArrayAttr(refs));
    for (OpOperand &operand : statement->getOpOperands()) {
      auto found = llvm::find(operands, operand.get());
      if (found != operands.end())
        operand.set(block->getArgument(found - operands.begin()));
    }
  }
  b.setInsertionPointToEnd(block);
  ResultsOp::create(b, kernel.getLoc(), results);
  extractSharedFunctions(kernel);
  reuseStatements(kernel);
  hoistRowFactors(kernel);
  return kernel;
}
