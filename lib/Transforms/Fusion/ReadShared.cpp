//===- ReadShared.cpp - Reuse of statements' results ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ReadShared.h"

#include "BodyComparison.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace neo;

/// Replaces `part` in `reader` by the result of `known`, read at `map`.
static ComputeOp replaceByRead(ComputeOp reader, Value part, ComputeOp known,
                               AffineMap map) {
  llvm::DenseSet<Value> needed;
  SmallVector<Value> work{reader.getYielded()};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (value == part || !needed.insert(value).second)
      continue;
    if (Operation *op = value.getDefiningOp())
      llvm::append_range(work, op->getOperands());
  }
  ComputeSpec spec = getSpecWithoutBody(reader);
  SmallVector<Value> replaced;
  SmallVector<OperandSpec> kept;
  for (auto [argument, operand] :
       llvm::zip_equal(reader.getBodyBlock()->getArguments(), spec.operands))
    if (needed.contains(argument)) {
      replaced.push_back(argument);
      kept.push_back(operand);
    }
  replaced.push_back(part);
  kept.push_back({known.getResult(), map});
  spec.operands = std::move(kept);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(replaced, arguments);
    return cloneExpression(b, reader.getYielded(), values);
  };
  spec.body = body;
  OpBuilder b(reader);
  auto rebuilt = ComputeOp::create(b, reader.getLoc(), spec);
  keepAttributes(reader, rebuilt);
  reader->replaceAllUsesWith(rebuilt);
  reader.erase();
  return rebuilt;
}

/// Replaces every value of `reader` that `known` yields by a read of its
/// result.
static ComputeOp readFrom(ComputeOp known, ComputeOp reader) {
  BodyComparison comparison(known, reader);
  if (!comparison.isComparable())
    return reader;
  for (Operation &inner : reader.getBodyBlock()->without_terminator())
    if (inner.getNumResults() == 1 &&
        comparison.isSame(known.getYielded(), inner.getResult(0)))
      return replaceByRead(reader, inner.getResult(0), known,
                           comparison.readerMap());
  return reader;
}

/// Is `value` an operand that is invariant in the innermost loop?
static bool isNumberOfRow(ComputeOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && op.getNumLoops() > 0 &&
         !op.getGuard(argument.getArgNumber()) &&
         !op.getMap(argument.getArgNumber())
              .isFunctionOfDim(op.getNumLoops() - 1);
}

namespace {
/// (a / z + c) * e.
struct ScaledSum {
  arith::MulFOp product;
  arith::AddFOp sum;
  arith::DivFOp quotient;
  Value c, e;
};
} // namespace

static std::optional<ScaledSum> matchScaledSum(arith::MulFOp product) {
  for (unsigned side : {0, 1}) {
    auto sum = product->getOperand(side).getDefiningOp<arith::AddFOp>();
    if (!sum || !sum->hasOneUse())
      continue;
    for (unsigned term : {0, 1}) {
      auto quotient = sum->getOperand(term).getDefiningOp<arith::DivFOp>();
      if (quotient && quotient->hasOneUse())
        return ScaledSum{product, sum, quotient, sum->getOperand(1 - term),
                         product->getOperand(1 - side)};
    }
  }
  return std::nullopt;
}

/// Where `known` is e / z, rewrites (a / z + c) * e as (a + c * z) * (e / z); z
/// and c are scalars of a row. Returns whether there was such a product.
static bool divideOnce(ComputeOp known, ComputeOp reader) {
  auto quotient = known.getYielded().getDefiningOp<arith::DivFOp>();
  BodyComparison comparison(known, reader);
  if (!quotient || !comparison.isComparable())
    return false;
  for (Operation &inner : reader.getBodyBlock()->without_terminator()) {
    auto product = dyn_cast<arith::MulFOp>(inner);
    std::optional<ScaledSum> found =
        product ? matchScaledSum(product) : std::nullopt;
    if (!found || !comparison.isSame(quotient.getLhs(), found->e) ||
        !comparison.isSame(quotient.getRhs(), found->quotient.getRhs()) ||
        !isNumberOfRow(reader, found->c) ||
        !isNumberOfRow(reader, found->quotient.getRhs()))
      continue;
    OpBuilder b(product);
    Location loc = product.getLoc();
    Value z = found->quotient.getRhs();
    Value offset = arith::MulFOp::create(b, loc, found->c, z);
    Value sum = arith::AddFOp::create(b, loc, found->quotient.getLhs(), offset);
    Value shared = arith::DivFOp::create(b, loc, found->e, z);
    product.replaceAllUsesWith(
        arith::MulFOp::create(b, loc, sum, shared).getResult());
    product.erase();
    found->sum.erase();
    found->quotient.erase();
    return true;
  }
  return false;
}

void neo::reuseStatements(KernelOp kernel) {
  bool strict = isStrict(kernel);
  SmallVector<ComputeOp> quotients;
  SmallVector<ComputeOp> known;
  for (ComputeOp op : llvm::to_vector(kernel.getStatements())) {
    for (ComputeOp earlier : known)
      op = readFrom(earlier, op);
    for (ComputeOp earlier : quotients)
      if (!strict && divideOnce(earlier, op))
        op = readFrom(earlier, op);
    if (op.getKind() == ReductionKind::none && !op.getWhereSet() &&
        op.getYielded().getDefiningOp<arith::DivFOp>())
      quotients.push_back(op);
    if (op.getKind() == ReductionKind::none && !op.getWhereSet() &&
        llvm::any_of(op.getBodyBlock()->without_terminator(), isFunction))
      known.push_back(op);
  }
  // Functions that were named where an earlier statement has them, too.
  dropDeadCode(*kernel.getBodyBlock());
}
