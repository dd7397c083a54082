//===- RowFactors.cpp - Invariant factors of sums over rows ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowFactors.h"

#include "Neo/Dialect/BodyValues.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// The product that a statement sums.
class SummedProduct {
public:
  explicit SummedProduct(ComputeOp op) : op(op) { addFactors(op.getYielded()); }

  /// Has it a loop-invariant factor that another statement computes?
  bool canBeHoisted() const { return hasRowFactor && !others.empty(); }
  /// Replaces the statement by a sum of the other factors and a product.
  void factorOut();

private:
  void addFactors(Value value);
  ComputeOp build(OpBuilder &b, ComputeSpec spec, ArrayRef<Value> factors,
                  Value sum);

  ComputeOp op;
  SmallVector<Value> shared, others;
  bool hasRowFactor = false;
};
} // namespace

void SummedProduct::addFactors(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (product && (value == op.getYielded() || value.hasOneUse())) {
    addFactors(product.getLhs());
    return addFactors(product.getRhs());
  }
  if (!isSameInAllTerms(op, value)) {
    others.push_back(value);
    return;
  }
  shared.push_back(value);
  hasRowFactor |= waitsForStatement(op, value);
}

/// `spec` with the product of `factors`, and of `sum` unless that is null.
ComputeOp SummedProduct::build(OpBuilder &b, ComputeSpec spec,
                               ArrayRef<Value> factors, Value sum) {
  SetVector<Value> needed;
  for (Value factor : factors)
    collectArguments(factor, needed);
  unsigned loops = spec.type.getRank() + spec.reductionExtents.size();
  SmallVector<OperandSpec> all = std::move(spec.operands);
  spec.operands.clear();
  if (sum)
    spec.operands.push_back({sum, b.getMultiDimIdentityMap(loops)});
  for (Value argument : needed) {
    OperandSpec operand = all[cast<BlockArgument>(argument).getArgNumber()];
    operand.map =
        AffineMap::get(loops, 0, operand.map.getResults(), b.getContext());
    spec.operands.push_back(operand);
  }
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    IRMapping values;
    values.map(needed.getArrayRef(), arguments.take_back(needed.size()));
    Value product = sum ? arguments.front() : Value();
    for (Value factor : factors) {
      Value next = cloneExpression(b, factor, values);
      product = product ? arith::MulFOp::create(b, loc, product, next) : next;
    }
    return product;
  };
  spec.body = body;
  return ComputeOp::create(b, op.getLoc(), spec);
}

void SummedProduct::factorOut() {
  OpBuilder b(op);
  ComputeSpec spec = getSpecWithoutBody(op);
  ComputeOp sum = build(b, spec, others, {});
  spec.kind = ReductionKind::none;
  spec.reductionExtents.clear();
  spec.loops.resize(op.getNumOutputLoops());
  ComputeOp product = build(b, spec, shared, sum.getResult());
  op->replaceAllUsesWith(product);
  op.erase();
}

/// Does `op` sum real numbers over a row?
static bool sumsRow(KernelOp kernel, ComputeOp op) {
  Type type = op.getYielded().getType();
  if (op.getKind() != ReductionKind::sum || op.getWhereSet() ||
      !(type.isF32() || type.isF64()) ||
      !op.getYielded().getDefiningOp<arith::MulFOp>())
    return false;
  SmallVector<std::string> rows = kernel.getLoopNames(), own = getLoopNames(op);
  return llvm::none_of(
      ArrayRef(own).drop_front(op.getNumOutputLoops()),
      [&](const std::string &name) { return llvm::is_contained(rows, name); });
}

void neo::hoistRowFactors(KernelOp kernel) {
  if (isStrict(kernel))
    return;
  for (ComputeOp op : llvm::to_vector(kernel.getStatements()))
    if (sumsRow(kernel, op))
      if (SummedProduct product(op); product.canBeHoisted())
        product.factorOut();
}
