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
// whether the product is one of bytes, or of halves. Where no instruction
// multiplies these, the operand is converted once again (WidenOperands.cpp), by
// an operator equal to the one that was written.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

/// Does `producer` extend the elements of its only operand, and nothing else?
static bool extendsElements(ComputeOp producer) {
  if (producer.getKind() != ReductionKind::none ||
      producer.getNumOperands() != 1 || producer.getGuard(0))
    return false;
  Operation *made = producer.getYielded().getDefiningOp();
  return made && isa<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(made) &&
         isa<BlockArgument>(made->getOperand(0)) &&
         !made->getOperand(0).getType().isInteger(1);
}

/// Is `pad` the zero that extensions make of 0? Not -0.0.
static bool isPlusZero(Attribute pad) {
  return matchPattern(pad, m_Zero()) || matchPattern(pad, m_PosZeroFloat());
}

/// `operand` as a read of what `producer` extends, whose pad is 0, too; false
/// if that cannot be.
static bool readNarrow(OperandSpec &operand, ComputeOp producer,
                       ArrayRef<int64_t> extents) {
  if (operand.guard && !isPlusZero(operand.pad))
    return false;
  FailureOr<OperandSpec> narrow =
      readAt(getOperandSpecs(producer).front(), operand.map, extents);
  if (failed(narrow))
    return false;
  narrow->guard = operand.guard;
  if (operand.guard)
    narrow->pad = cast<TypedAttr>(Builder(producer).getZeroAttr(
        producer.getOperandType(0).getElementType()));
  operand = *narrow;
  return true;
}

/// Are all factors halves of one type, or none? Instructions multiply such
/// pairs alone, and another factor would be converted at each use.
static bool areAlike(ArrayRef<OperandSpec> factors) {
  auto elementOf = [](const OperandSpec &factor) {
    return cast<RankedTensorType>(factor.value.getType()).getElementType();
  };
  Type first = elementOf(factors.front());
  return llvm::none_of(factors,
                       [&](const OperandSpec &factor) {
                         return isHalf(elementOf(factor));
                       }) ||
         llvm::all_of(factors, [&](const OperandSpec &factor) {
           return elementOf(factor) == first;
         });
}

ComputeOp neo::readBeforeExtensions(ComputeOp op, RewriterBase &rewriter) {
  ComputeSpec spec = getSpecWithoutBody(op);
  SmallVector<ComputeOp> extensions(op.getNumOperands());
  for (auto [i, operand] : llvm::enumerate(spec.operands)) {
    auto producer = operand.value.getDefiningOp<ComputeOp>();
    if (producer && extendsElements(producer) &&
        readNarrow(operand, producer, op.getExtents()))
      extensions[i] = producer;
  }
  if (llvm::all_of(extensions, [](ComputeOp each) { return !each; }) ||
      !areAlike(spec.operands))
    return op;
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    SmallVector<Value> values(arguments);
    for (auto [value, extension] : llvm::zip(values, extensions))
      if (extension)
        value = cloneBody(b, extension, ValueRange(value));
    return cloneBody(b, op, values);
  };
  spec.body = body;
  return replaceWith(rewriter, op, spec);
}
