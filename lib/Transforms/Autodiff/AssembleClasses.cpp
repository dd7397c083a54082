//===- AssembleClasses.cpp - One tensor from residue classes --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/AssembleClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Element z of a tensor with extents `shape` is element z floordiv stride of
/// the class whose phase is z mod stride, if the class has it.
static OperandSpec readClass(const ResidueClass &part, ArrayRef<int64_t> stride,
                             ArrayRef<int64_t> shape, Builder &b) {
  auto type = cast<RankedTensorType>(part.value.getType());
  SmallVector<AffineExpr> index, conditions;
  SmallVector<bool> equalities;
  for (auto [d, modulus] : llvm::enumerate(stride)) {
    AffineExpr z = b.getAffineDimExpr(d), place = z.floorDiv(modulus);
    index.push_back(place);
    if (modulus == 1)
      continue;
    conditions.push_back(z % modulus - part.phase[d]);
    equalities.push_back(true);
    if (type.getDimSize(d) * modulus + part.phase[d] >= shape[d])
      continue; // Every such element is in the class.
    conditions.push_back(type.getDimSize(d) - 1 - place);
    equalities.push_back(false);
  }
  return {part.value, AffineMap::get(stride.size(), 0, index, b.getContext()),
          IntegerSet::get(stride.size(), 0, conditions, equalities),
          cast<TypedAttr>(b.getZeroAttr(type.getElementType()))};
}

/// The leading slice of `whole` of the shape `type`.
static Value takeFirst(OpBuilder &b, Location loc, RankedTensorType type,
                       Value whole) {
  ComputeSpec spec;
  spec.type = type;
  spec.operands.push_back({whole, b.getMultiDimIdentityMap(type.getRank())});
  auto body = [](OpBuilder &, Location, ValueRange values) -> Value {
    return values.front();
  };
  spec.body = body;
  return ComputeOp::create(b, loc, spec);
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
  SmallVector<int64_t> shape;
  // Padding to whole strides pays for the copy.
  bool isLarge = type.getNumElements() >= elementsPerLaunch;
  for (auto [extent, modulus] : llvm::zip(type.getShape(), stride))
    shape.push_back(isLarge
                        ? llvm::divideCeil(extent, modulus) * int64_t(modulus)
                        : extent);
  ComputeSpec spec;
  spec.type = type.clone(shape);
  for (const ResidueClass &part : classes)
    spec.operands.push_back(readClass(part, stride, shape, b));
  spec.body = ::addUp;
  Value whole = ComputeOp::create(b, loc, spec);
  return spec.type == type ? whole : takeFirst(b, loc, type, whole);
}
