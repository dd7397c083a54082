//===- TangentCompute.cpp - The tangent of one neo.compute ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/TangentCompute.h"

#include "Cotangents.h"
#include "ScalarTangent.h"
#include "TermPosition.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// `read` with the tangent as its tensor.
static OperandSpec readTangent(OperandSpec read, Value tangent, Builder &b) {
  read.value = tangent;
  if (read.pad)
    read.pad = cast<TypedAttr>(b.getZeroAttr(read.pad.getType()));
  return read;
}

/// A value saved per element, or per term if it has one more dimension.
static OperandSpec readSaved(ComputeOp forward, Value value, Builder &b) {
  unsigned outputs = forward.getNumOutputLoops();
  SmallVector<AffineExpr> index;
  for (unsigned d = 0; d < outputs; ++d)
    index.push_back(b.getAffineDimExpr(d));
  if (cast<RankedTensorType>(value.getType()).getRank() > outputs)
    index.push_back(getTermPosition(forward));
  return {value,
          AffineMap::get(forward.getNumLoops(), 0, index, b.getContext())};
}

static SmallVector<unsigned> findActive(ArrayRef<Value> tangents) {
  SmallVector<unsigned> active;
  for (auto [i, tangent] : llvm::enumerate(tangents))
    if (tangent)
      active.push_back(i);
  return active;
}

/// The accesses of the body's arguments, in order.
static SmallVector<OperandSpec> listReads(ComputeOp forward,
                                          ArrayRef<Value> tangents,
                                          const AdjointValues &saved,
                                          Builder &b) {
  SmallVector<OperandSpec> reads = getOperandSpecs(forward);
  for (unsigned i : findActive(tangents))
    reads.push_back(readTangent(reads[i], tangents[i], b));
  SmallVector<Value> values = saved.list();
  for (Value value : ArrayRef<Value>(values).drop_front())
    reads.push_back(readSaved(forward, value, b));
  return reads;
}

/// The operator that sums the body's result, over the operands it reads.
static Value emit(OpBuilder &builder, ComputeOp forward, ScalarTangent &body,
                  ArrayRef<OperandSpec> reads) {
  ComputeSpec spec = getSpecWithoutBody(forward);
  if (spec.kind != ReductionKind::none)
    spec.kind = ReductionKind::sum;
  spec.operands.clear();
  SmallVector<BlockArgument> used;
  for (BlockArgument argument : body.getBlock().getArguments())
    if (!argument.use_empty() || argument == body.getResult()) {
      used.push_back(argument);
      spec.operands.push_back(reads[argument.getArgNumber()]);
    }
  auto build = [&](OpBuilder &b, Location, ValueRange values) {
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip_equal(used, values))
      mapping.map(Value(argument), value);
    for (Operation &op : body.getBlock())
      b.clone(op, mapping);
    return mapping.lookup(body.getResult());
  };
  spec.body = build;
  return ComputeOp::create(builder, forward.getLoc(), spec);
}

static FailureOr<Value> buildWhole(OpBuilder &builder, ComputeOp forward,
                                   ArrayRef<Value> tangents,
                                   const DerivativeRules &rules) {
  AdjointValues saved;
  saveReductionValues(builder, forward, saved);
  ScalarTangent body(forward, findActive(tangents), saved, rules);
  if (failed(body.derive()))
    return failure();
  if (!body.getResult())
    return Value();
  return emit(builder, forward, body,
              listReads(forward, tangents, saved, builder));
}

/// Does the operator sum products? Then the contribution of one operand's
/// tangent is a contraction too, which layouts and kernels support; the sum of
/// two is not.
static bool isContraction(ComputeOp op) {
  return op.getKind() == ReductionKind::sum && op.getNumReductionLoops() > 0 &&
         llvm::all_of(op.getBodyBlock()->without_terminator(),
                      [](Operation &inner) {
                        return isa<arith::MulFOp, arith::ConstantOp>(inner);
                      });
}

static FailureOr<Value> buildParts(OpBuilder &builder, ComputeOp forward,
                                   ArrayRef<Value> tangents,
                                   const DerivativeRules &rules) {
  ComputeSpec spec;
  spec.type = forward.getType();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(spec.type.getRank(),
                                                         builder.getContext());
  for (unsigned i : findActive(tangents)) {
    SmallVector<Value> one(tangents.size());
    one[i] = tangents[i];
    FailureOr<Value> part = buildWhole(builder, forward, one, rules);
    if (failed(part))
      return failure();
    if (*part)
      spec.operands.push_back({*part, identity});
  }
  if (spec.operands.empty())
    return Value();
  spec.body = addUp;
  return Value(ComputeOp::create(builder, forward.getLoc(), spec));
}

FailureOr<Value> neo::buildTangent(OpBuilder &builder, ComputeOp forward,
                                   ArrayRef<Value> tangents,
                                   const DerivativeRules &rules) {
  // Without terms the tangent is zero; and positions need a term.
  if (llvm::is_contained(forward.getExtents(), 0))
    return Value();
  bool separately = findActive(tangents).size() > 1 && isContraction(forward);
  return separately ? buildParts(builder, forward, tangents, rules)
                    : buildWhole(builder, forward, tangents, rules);
}
