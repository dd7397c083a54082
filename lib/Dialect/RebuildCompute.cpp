//===- RebuildCompute.cpp - A neo.compute taken apart to be built anew ----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/RebuildCompute.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

ComputeSpec neo::getSpecWithoutBody(ComputeOp op) {
  ComputeSpec spec;
  spec.operands = getOperandSpecs(op);
  spec.type = op.getType();
  spec.kind = op.getKind();
  spec.reductionExtents = llvm::to_vector(op.getReductionExtents());
  spec.where = op.getWhereSet();
  spec.loops = getLoopNames(op);
  return spec;
}

FailureOr<OperandSpec> neo::readAt(OperandSpec read, AffineMap map,
                                   ArrayRef<int64_t> extents) {
  FailureOr<AffineMap> index = composeChecked(read.map, map, extents);
  FailureOr<IntegerSet> guard = composeChecked(read.guard, map, extents);
  if (failed(index) || failed(guard))
    return failure();
  read.map = *index;
  read.guard = *guard;
  return read;
}

static SmallVector<int64_t> getExtents(const ComputeSpec &spec) {
  SmallVector<int64_t> extents(spec.type.getShape());
  llvm::append_range(extents, spec.reductionExtents);
  return extents;
}

LogicalResult neo::moveTo(ComputeSpec &spec, AffineMap map) {
  SmallVector<int64_t> extents = getExtents(spec);
  for (OperandSpec &operand : spec.operands) {
    FailureOr<OperandSpec> read = readAt(operand, map, extents);
    if (failed(read))
      return failure();
    operand = *read;
  }
  FailureOr<IntegerSet> where = composeChecked(spec.where, map, extents);
  if (failed(where))
    return failure();
  spec.where = *where;
  return success();
}

bool neo::isZeroAttr(Attribute number) {
  return number && (matchPattern(number, m_AnyZeroFloat()) ||
                    matchPattern(number, m_Zero()));
}

ComputeOp neo::replaceWith(RewriterBase &rewriter, ComputeOp op,
                           const ComputeSpec &spec) {
  rewriter.setInsertionPoint(op);
  auto made = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, made);
  rewriter.replaceOp(op, made);
  return made;
}

ComputeOp neo::createRead(OpBuilder &b, Location loc, const OperandSpec &read,
                          RankedTensorType type, ArrayRef<std::string> loops) {
  ComputeSpec spec;
  spec.operands.push_back(read);
  spec.type = type;
  spec.loops.assign(loops.begin(), loops.end());
  spec.body = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  return ComputeOp::create(b, loc, spec);
}

bool neo::readsInside(const ComputeSpec &spec) {
  SmallVector<int64_t> extents = getExtents(spec);
  return llvm::all_of(spec.operands, [&](const OperandSpec &read) {
    LoopDomain domain(extents);
    domain.under(read.guard).under(spec.where);
    return domain.provesInside(
        read.map, cast<RankedTensorType>(read.value.getType()).getShape());
  });
}

static ArrayRef<AffineExpr> constraintsOf(IntegerSet set) {
  return set ? set.getConstraints() : ArrayRef<AffineExpr>();
}

unsigned neo::countDivisions(const ComputeSpec &spec) {
  unsigned count = countDivisions(constraintsOf(spec.where));
  for (const OperandSpec &operand : spec.operands)
    count += countDivisions(operand.map.getResults()) +
             countDivisions(constraintsOf(operand.guard));
  return count;
}

Value neo::cloneBody(OpBuilder &b, ComputeOp op, IRMapping &values) {
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    b.clone(inner, values);
  return values.lookupOrDefault(op.getYielded());
}

Value neo::cloneBody(OpBuilder &b, ComputeOp op, ValueRange arguments) {
  IRMapping values;
  values.map(op.getBodyBlock()->getArguments(), arguments);
  return cloneBody(b, op, values);
}

Value neo::cloneBodyAt(OpBuilder &b, ComputeOp op, ValueRange arguments,
                       AffineMap loops) {
  IRMapping values;
  values.map(op.getBodyBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    auto index = dyn_cast<IndexOp>(inner);
    if (!index) {
      b.clone(inner, values);
      continue;
    }
    SmallVector<Value> here;
    for (unsigned loop = 0; loop < loops.getNumDims(); ++loop)
      here.push_back(IndexOp::create(b, index.getLoc(), b.getIndexType(),
                                     b.getI64IntegerAttr(loop)));
    values.map(index.getResult(),
               affine::expandAffineExpr(b, index.getLoc(),
                                        loops.getResult(index.getLoop()), here,
                                        {}));
  }
  return values.lookupOrDefault(op.getYielded());
}

Value neo::cloneExpression(OpBuilder &b, Value root, IRMapping &values,
                           ArrayRef<int> loopOf) {
  if (Value known = values.lookupOrNull(root))
    return known;
  Operation *inner = root.getDefiningOp();
  for (Value operand : inner->getOperands())
    cloneExpression(b, operand, values, loopOf);
  Operation *clone = b.clone(*inner, values);
  if (auto index = dyn_cast<IndexOp>(clone); index && !loopOf.empty())
    index.setLoop(loopOf[index.getLoop()]);
  return values.lookup(root);
}
