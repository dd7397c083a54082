//===- ReadNarrow.cpp - Conversions of operands, in the product -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     P[i, k] = extsi(A[i, k])                              i8 to i32
//     C[i, j] = sum_k P[i, k] * extsi(B[k, j])
// -->
//     C[i, j] = sum_k extsi(A[i, k]) * extsi(B[k, j])
//
// Whether a conversion was written as an operator of its own must not decide
// whether the product is one of bytes. Where no instruction multiplies these,
// the operand is converted once again (WidenOperands.cpp), by an operator equal
// to the one that was written.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// The operation by which `producer` extends the integers of its only operand;
/// null if it does anything else.
static Operation *findExtension(ComputeOp producer) {
  if (!producer || producer.getKind() != ReductionKind::none ||
      producer.getNumOperands() != 1 || producer.getGuard(0))
    return nullptr;
  Operation *made = producer.getYielded().getDefiningOp();
  bool extends = made && isa<arith::ExtSIOp, arith::ExtUIOp>(made) &&
                 isa<BlockArgument>(made->getOperand(0)) &&
                 !made->getOperand(0).getType().isInteger(1);
  return extends ? made : nullptr;
}

/// `operand` as a read of what `producer` extends, whose pad is 0, too; false
/// if that cannot be.
static bool readNarrow(OperandSpec &operand, ComputeOp producer,
                       ArrayRef<int64_t> extents) {
  FailureOr<AffineMap> map =
      composeChecked(producer.getMap(0), operand.map, extents);
  auto pad = dyn_cast_if_present<IntegerAttr>(operand.pad);
  if (failed(map) || (operand.guard && !(pad && pad.getValue().isZero())))
    return false;
  operand.value = producer.getOperand(0);
  operand.map = *map;
  if (operand.guard)
    operand.pad = IntegerAttr::get(
        cast<RankedTensorType>(operand.value.getType()).getElementType(), 0);
  return true;
}

ComputeOp neo::readBeforeExtensions(ComputeOp op, RewriterBase &rewriter) {
  ComputeSpec spec = getSpecWithoutBody(op);
  SmallVector<Operation *> extensions(op.getNumOperands(), nullptr);
  for (auto [i, operand] : llvm::enumerate(spec.operands)) {
    auto producer = operand.value.getDefiningOp<ComputeOp>();
    Operation *extension = findExtension(producer);
    if (extension && readNarrow(operand, producer, op.getExtents()))
      extensions[i] = extension;
  }
  if (llvm::all_of(extensions, [](Operation *each) { return !each; }))
    return op;
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    SmallVector<Value> values(arguments);
    for (auto [value, extension] : llvm::zip(values, extensions))
      if (extension) {
        IRMapping map;
        map.map(extension->getOperand(0), value);
        value = b.clone(*extension, map)->getResult(0);
      }
    return cloneBody(b, op, values);
  };
  spec.body = body;
  rewriter.setInsertionPoint(op);
  auto narrow = ComputeOp::create(rewriter, op.getLoc(), spec);
  narrow->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, narrow);
  return narrow;
}
