//===- EmitSteps.cpp - Operators of a contraction plan --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FactorProduct.h"
#include "ProductSplitter.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// The loops of a step's result, outermost first. Those of an intermediate are
/// in the order of its inputs' dimensions, with a batch of dynamic size
/// outermost.
SmallVector<unsigned> ProductSplitter::orderLoops(const ContractionStep &step,
                                                  bool last) {
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if ((step.kept >> loop & 1) && (last || !(step.innermost >> loop & 1)))
      order.push_back(loop);
  if (last)
    return order;
  if (step.innermost)
    order.push_back(llvm::countr_zero(step.innermost));
  std::optional<int64_t> batch = getBatch(op);
  auto *first = llvm::find_if(
      order, [&](unsigned loop) { return extents[loop] == batch; });
  if (first != order.end())
    std::rotate(order.begin(), first, first + 1);
  return order;
}

void ProductSplitter::addOperands(ComputeSpec &spec, const Input &input,
                                  ArrayRef<AffineExpr> dims, unsigned count) {
  if (input.factor < 0) {
    OperandSpec read;
    read.value = input.tensor;
    SmallVector<AffineExpr> index;
    for (unsigned loop : input.loops)
      index.push_back(dims[loop]);
    read.map = AffineMap::get(count, 0, index, op.getContext());
    spec.operands.push_back(read);
    return;
  }
  addReads(spec, op, terms.factors[input.factor], dims, count);
}

Value ProductSplitter::emitBody(OpBuilder &b, Location loc,
                                const ContractionStep &step,
                                ArrayRef<int> loopOf, ValueRange arguments,
                                bool last) {
  FactorProduct result(b, loc, sumType);
  for (unsigned node : step.nodes) {
    const Input &input = inputs[node];
    if (input.factor >= 0) {
      result.multiplyBy(op, terms.factors[input.factor], loopOf, arguments);
      continue;
    }
    result.product = result.multiply(result.product, arguments.front());
    arguments = arguments.drop_front();
  }
  if (last && (!result.product || repeated != 1))
    result.product =
        result.multiply(result.product, result.number(double(repeated)));
  if (last && terms.negative)
    result.product = arith::NegFOp::create(b, loc, result.product);
  return result.finish();
}

Value ProductSplitter::emit(const ContractionStep &step, bool last) {
  if (step.known) {
    Input &found = existing[step.known];
    if (Operation *definition = found.tensor.getDefiningOp();
        !definition->isBeforeInBlock(op))
      rewriter.moveOpBefore(definition, op);
    inputs.push_back(found);
    return found.tensor;
  }
  Input result;
  result.loops = orderLoops(step, last);
  SmallVector<unsigned> loops = result.loops;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if ((step.loops & ~step.kept) >> loop & 1)
      loops.push_back(loop);
  SmallVector<AffineExpr> dims(extents.size(),
                               rewriter.getAffineConstantExpr(0));
  SmallVector<int> loopOf(extents.size(), -1);
  ComputeSpec spec;
  SmallVector<int64_t> shape;
  for (auto [position, loop] : llvm::enumerate(loops)) {
    dims[loop] = rewriter.getAffineDimExpr(position);
    loopOf[loop] = position;
    spec.loops.push_back(getLoopNames(op)[loop]);
    (position < result.loops.size() ? shape : spec.reductionExtents)
        .push_back(extents[loop]);
  }
  for (unsigned node : step.nodes)
    addOperands(spec, inputs[node], dims, loops.size());
  spec.where =
      selectConstraints(op.getWhereSet(), step.conditions, dims, loops.size());
  if (!spec.reductionExtents.empty() || spec.where)
    spec.kind = ReductionKind::sum;
  // What is no sum is rounded where it is made.
  bool sums = !last || spec.kind == ReductionKind::sum;
  Type element = sums ? sumType : op.getType().getElementType();
  spec.type = RankedTensorType::get(shape, element);
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) -> Value {
    Value value = emitBody(b, loc, step, loopOf, arguments, last);
    return element == sumType
               ? value
               : arith::TruncFOp::create(b, loc, element, value).getResult();
  };
  spec.body = body;
  result.tensor = ComputeOp::create(rewriter, op.getLoc(), spec);
  inputs.push_back(result);
  return result.tensor;
}

/// The last step in the elements of the product.
Value ProductSplitter::roundResult(Value sum) {
  Type element = op.getType().getElementType();
  if (sum.getType() == op.getType())
    return sum;
  ComputeSpec spec;
  spec.operands.push_back(
      {sum, rewriter.getMultiDimIdentityMap(op.getNumOutputLoops())});
  spec.loops = getLoopNames(op);
  spec.loops.resize(op.getNumOutputLoops());
  spec.type = op.getType();
  spec.body = [&](OpBuilder &b, Location loc, ValueRange values) -> Value {
    return arith::TruncFOp::create(b, loc, element, values.front());
  };
  return ComputeOp::create(rewriter, op.getLoc(), spec).getResult();
}
