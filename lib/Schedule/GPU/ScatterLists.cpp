//===- ScatterLists.cpp - The points of each row of a scatter -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/ScatterLists.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Do the integers, the guard or an index of `dims` depend on the loop?
static bool isKey(const IndexedAccess &access, ArrayRef<unsigned> dims,
                  unsigned loop) {
  auto depends = [&](AffineExpr expr) { return expr.isFunctionOfDim(loop); };
  return llvm::any_of(
             dims,
             [&](unsigned d) { return depends(access.index.getResult(d)); }) ||
         llvm::any_of(access.maps,
                      [&](AffineMap map) {
                        return llvm::any_of(map.getResults(), depends);
                      }) ||
         (access.isGuarded() &&
          llvm::any_of(access.where.getConstraints(), depends));
}

ScatterLists::ScatterLists(const IndexedAccess &access, int64_t bucketRows)
    : bucketRows(bucketRows) {
  ArrayRef<int64_t> shape = access.type.getShape();
  for (unsigned d = 0; d < shape.size(); ++d) {
    auto loop = dyn_cast<AffineDimExpr>(access.index.getResult(d));
    // A loop that is shorter than the dimension does not cover it.
    bool isKnown = loop && access.extents[loop.getPosition()] == shape[d] &&
                   !llvm::is_contained(known, loop.getPosition());
    known.push_back(isKnown ? std::optional(loop.getPosition()) : std::nullopt);
    if (!isKnown) {
      dims.push_back(d);
      rowShape.push_back(shape[d]);
    }
  }
  for (unsigned loop = 0; loop < access.extents.size(); ++loop) {
    if (!llvm::is_contained(known, std::optional(loop))) {
      walked.push_back(loop);
      points *= access.extents[loop];
    } else if (isKey(access, dims, loop)) {
      keys.push_back(loop);
      firstShape.push_back(access.extents[loop]);
    }
  }
  nextShape = firstShape;
  nextShape.push_back(points);
  firstShape.push_back(
      llvm::divideCeil(llvm::product_of(rowShape), bucketRows));
}

AffineExpr ScatterLists::getBucket(ArrayRef<AffineExpr> coordinates,
                                   MLIRContext *context) const {
  return linearize(coordinates, rowShape, context).floorDiv(bucketRows);
}
