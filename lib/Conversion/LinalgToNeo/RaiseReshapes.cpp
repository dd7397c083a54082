//===- RaiseReshapes.cpp - Reshapes of tensors as neo.compute -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reshape keeps the row-major position. The source index is the position of
// the result's element, delinearised by the source's extents:
//
//     tensor<4x6xf32> to tensor<24xf32>    A[i floordiv 6, i mod 6]
//     tensor<24xf32> to tensor<4x6xf32>    A[6 * i + j]
//
// Where dimensions are collapsed or expanded, each group of them is a separate
// reshape.
//
//===----------------------------------------------------------------------===//

#include "Raising.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/RowMajor.h"

using namespace mlir;
using namespace neo;

/// The indices of `position` in a box of `shape`, outermost first.
static SmallVector<AffineExpr> indicesAt(AffineExpr position,
                                         ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> indices;
  // Empty dimensions are never read, but a divisor has to be positive.
  for (int64_t size : llvm::reverse(shape)) {
    indices.push_back(position % std::max<int64_t>(size, 1));
    position = position.floorDiv(std::max<int64_t>(size, 1));
  }
  std::reverse(indices.begin(), indices.end());
  return indices;
}

/// Reads `source` at `indices`, with divisions folded by the extents.
static RaisedValues reshape(Operation *op, Value source,
                            SmallVector<AffineExpr> indices, Raising &raising) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getNumElements() != 0)
    for (AffineExpr &index : indices)
      index = simplifyInBox(index, type.getShape());
  auto map = AffineMap::get(type.getRank(), 0, indices, op->getContext());
  return raising.buildReindexing(op->getLoc(), type, {source, map});
}

RaisedValues neo::raiseOp(tensor::CollapseShapeOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> indices(op.getSrcType().getRank(),
                                  getAffineConstantExpr(0, context));
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<int64_t> shape;
    for (int64_t d : group)
      shape.push_back(op.getSrcType().getDimSize(d));
    for (auto [d, index] :
         llvm::zip_equal(group, indicesAt(getAffineDimExpr(i, context), shape)))
      indices[d] = index;
  }
  return reshape(op, op.getSrc(), indices, raising);
}

RaisedValues neo::raiseOp(tensor::ExpandShapeOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> indices;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    SmallVector<AffineExpr> loops;
    SmallVector<int64_t> shape;
    for (int64_t d : group) {
      loops.push_back(getAffineDimExpr(d, context));
      shape.push_back(op.getResultType().getDimSize(d));
    }
    indices.push_back(linearize(loops, shape, context));
  }
  return reshape(op, op.getSrc(), indices, raising);
}

RaisedValues neo::raiseOp(tensor::ReshapeOp op, Raising &raising) {
  auto type = cast<ShapedType>(op.getResult().getType());
  auto source = cast<ShapedType>(op.getSource().getType());
  if (failed(raising.checkTensor(type, "result #0")) ||
      failed(raising.checkTensor(source, "operand #0")))
    return failure();
  SmallVector<AffineExpr> loops;
  for (int64_t d = 0; d < type.getRank(); ++d)
    loops.push_back(getAffineDimExpr(d, op.getContext()));
  AffineExpr position = linearize(loops, type.getShape(), op.getContext());
  return reshape(op, op.getSource(), indicesAt(position, source.getShape()),
                 raising);
}

RaisedValues neo::raiseOp(tensor::CastOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  return SmallVector<Value>{op.getSource()};
}
