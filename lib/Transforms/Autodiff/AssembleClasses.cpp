//===- AssembleClasses.cpp - One tensor from residue classes --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/AssembleClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Element z is element z floordiv stride of the class whose phase is z mod
/// stride.
static OperandSpec readClass(const ResidueClass &part, ArrayRef<int64_t> stride,
                             Builder &b) {
  SmallVector<AffineExpr> index, residues;
  for (auto [d, modulus] : llvm::enumerate(stride)) {
    AffineExpr z = b.getAffineDimExpr(d);
    index.push_back(z.floorDiv(modulus));
    if (modulus > 1)
      residues.push_back(z % modulus - part.phase[d]);
  }
  SmallVector<bool> equalities(residues.size(), true);
  Type element = cast<RankedTensorType>(part.value.getType()).getElementType();
  return {part.value, AffineMap::get(stride.size(), 0, index, b.getContext()),
          IntegerSet::get(stride.size(), 0, residues, equalities),
          cast<TypedAttr>(b.getZeroAttr(element))};
}

/// The body of an operator that adds its operands: all but one of them are 0.
static Value addUp(OpBuilder &b, Location loc, ValueRange values) {
  Value sum = values.front();
  for (Value value : values.drop_front())
    if (isa<FloatType>(sum.getType()))
      sum = arith::AddFOp::create(b, loc, sum, value);
    else
      sum = arith::AddIOp::create(b, loc, sum, value);
  return sum;
}

Value neo::assembleClasses(OpBuilder &b, Location loc, RankedTensorType type,
                           ArrayRef<int64_t> stride,
                           ArrayRef<ResidueClass> classes) {
  ComputeSpec spec;
  spec.type = type;
  for (const ResidueClass &part : classes)
    spec.operands.push_back(readClass(part, stride, b));
  spec.body = ::addUp;
  return ComputeOp::create(b, loc, spec);
}
