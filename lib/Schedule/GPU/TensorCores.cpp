//===- TensorCores.cpp - Products that tensor cores make ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TensorCores.h"

#include "Neo/Dialect/AllowTF32.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Dialect/SummedProducts.h"

using namespace mlir;
using namespace neo;

/// Tensor cores multiply every term. One that `where` leaves out is 0 if a
/// factor is: an operand that is read under `where` alone is copied as 0 where
/// it fails. Beside an infinite factor or NaN that is another term than none,
/// which neo.strict does not take.
static bool isZeroWhereLeftOut(ComputeOp op, const ProductLoops &classes) {
  if (!op.getWhereSet())
    return true;
  bool isZero = false;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    if (!needsWhere(op, operand))
      continue;
    if (!knowsWhere(op, operand, classes))
      return false;
    isZero = true;
  }
  return isZero && !isStrict(op);
}

/// Sums in f64 are those of products in f64.
static bool isOfTensorCores(ComputeOp op, Type element) {
  return getAccumulatorTypes(op).front().isF32() &&
         (isHalf(element) || (element.isF32() && allowsTF32(op)));
}

bool neo::isTensorCoreProduct(ComputeOp op, const ProductLoops &classes) {
  if (!sumsProducts(op) || !isZeroWhereLeftOut(op, classes))
    return false;
  Type element = op.getOperandType(0).getElementType();
  if (!isOfTensorCores(op, element) ||
      op.getOperandType(1).getElementType() != element)
    return false;
  for (unsigned operand : {0u, 1u})
    if (!dependsOnAnyLoop(op, operand, classes.terms) ||
        dependsOnAnyLoop(op, operand, classes.rows) ==
            dependsOnAnyLoop(op, operand, classes.columns))
      return false;
  return true;
}

/// ldmatrix transposes halves alone.
static bool isLoadedByWords(int64_t bytes, bool isAlongTerms) {
  return bytes == GPUMachine::bankBytes && !isAlongTerms;
}

int64_t neo::getFragmentPad(int64_t bytes, bool isAlongTerms) {
  return GPUMachine::maxAccessBytes / bytes *
         (isLoadedByWords(bytes, isAlongTerms) ? 2 : 1);
}

int64_t neo::countFragmentLoads(int64_t bytes, bool isAlongTerms) {
  int64_t loads = isLoadedByWords(bytes, isAlongTerms) ? 4 : 1;
  int64_t roundings = bytes == GPUMachine::bankBytes ? 4 : 0;
  return loads + roundings;
}

/// Bytes of the terms of a step, the row of a window.
constexpr int64_t stepBytes = 128;

/// Every shape of fragments that a thread block can have.
static SmallVector<TileShape> listFragmentShapes(int64_t bytes) {
  SmallVector<TileShape> shapes;
  for (int64_t rowWarps : {1, 2, 4})
    for (int64_t columnWarps : {1, 2, 4})
      for (int64_t rows : {1, 2, 4})
        for (int64_t columns : {2, 4, 8})
          if (rowWarps * columnWarps <= 8)
            shapes.push_back({{8, 2 * rows, rowWarps},
                              {4, 2 * columns, columnWarps},
                              /*terms=*/stepBytes / bytes,
                              /*stages=*/3,
                              /*parts=*/1,
                              /*isFragments=*/true});
  return shapes;
}

std::optional<TileShape> neo::chooseFragmentShape(const TiledProduct &product,
                                                  const GPUMachine &machine) {
  return chooseCheapest(listFragmentShapes(product.bytes),
                        GPUMachine::getMmaTerms(product.bytes), product,
                        machine);
}
