//===- NameParts.cpp - Shared functions as statements ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "NameParts.h"

#include "BodyComparison.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// The backward slice of `part`, including it: operations and block arguments.
static llvm::SetVector<Value> collectSlice(Value part) {
  llvm::SetVector<Value> all;
  all.insert(part);
  for (unsigned next = 0; next < all.size(); ++next)
    if (Operation *op = all[next].getDefiningOp())
      all.insert(op->operand_begin(), op->operand_end());
  return all;
}

/// Is `part` the yielded value of an elementwise statement? Then it is a
/// statement already.
static bool isStatement(ComputeOp op, Value part) {
  return op.getKind() == ReductionKind::none && !op.getWhereSet() &&
         op.getYielded() == part;
}

/// Can `part` become a statement over all loops of `op`? It must depend on all
/// of them, else it would be computed redundantly.
static bool canBeStatement(ComputeOp op, Value part) {
  if (op.getWhereSet() || isStatement(op, part))
    return false;
  SmallVector<bool> used(op.getNumLoops(), false);
  for (Value value : collectSlice(part)) {
    if (auto index = value.getDefiningOp<IndexOp>())
      used[index.getLoop()] = true;
    auto argument = dyn_cast<BlockArgument>(value);
    for (unsigned loop = 0; argument && loop < used.size(); ++loop)
      used[loop] = used[loop] ||
                   op.getMap(argument.getArgNumber()).isFunctionOfDim(loop);
  }
  for (auto [loop, extent] : llvm::enumerate(op.getExtents()))
    if (!used[loop] && extent > 1)
      return false;
  return true;
}

/// A statement before `op` that yields its `part` at every point of its loops.
static void makeStatement(ComputeOp op, Value part) {
  llvm::SetVector<Value> needed = collectSlice(part);
  ComputeSpec whole = getSpecWithoutBody(op), spec;
  spec.type = RankedTensorType::get(op.getExtents(), part.getType());
  spec.loops = getLoopNames(op);
  SmallVector<Value> arguments;
  for (auto [argument, operand] :
       llvm::zip_equal(op.getBodyBlock()->getArguments(), whole.operands))
    if (needed.contains(argument)) {
      arguments.push_back(argument);
      spec.operands.push_back(operand);
    }
  auto body = [&](OpBuilder &b, Location, ValueRange own) {
    IRMapping values;
    values.map(arguments, own);
    return cloneExpression(b, part, values);
  };
  spec.body = body;
  OpBuilder b(op);
  ComputeOp::create(b, op.getLoc(), spec);
}

/// The first function call of `op` that a later statement has, too.
static Value findShared(ComputeOp op, ArrayRef<ComputeOp> later) {
  for (Operation &inner : llvm::reverse(op.getBodyBlock()->getOperations())) {
    if (inner.getNumResults() != 1 || !isFunction(inner) ||
        !canBeStatement(op, inner.getResult(0)))
      continue;
    for (ComputeOp other : later) {
      BodyComparison comparison(op, other);
      if (comparison.isComparable() &&
          llvm::any_of(
              other.getBodyBlock()->without_terminator(), [&](Operation &its) {
                return its.getName() == inner.getName() &&
                       comparison.isSame(inner.getResult(0), its.getResult(0));
              }))
        return inner.getResult(0);
    }
  }
  return {};
}

void neo::extractSharedFunctions(KernelOp kernel) {
  SmallVector<ComputeOp> statements = kernel.getStatements();
  for (auto [number, op] : llvm::enumerate(statements))
    if (Value part =
            findShared(op, ArrayRef(statements).drop_front(number + 1)))
      makeStatement(op, part);
}
