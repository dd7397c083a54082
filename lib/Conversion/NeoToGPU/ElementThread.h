//===- ElementThread.h - A point whose indices are data ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A thread of a kernel of indices that are data has a number, such as that of
// the element which it computes, and is at a point of the loops, whose integers
// it reads. Dimensions of the values are the loops, then the integers, then the
// number:
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//     number n:  loops i = n / D, j = n % D;  integer I[i];  element (I[i], j)
//
// Loops are bound by whoever walks over them. What has been computed of one
// point must not be found at another: who binds a loop anew opens a scope, or
// has a thread of its own.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_ELEMENTTHREAD_H
#define NEO_CONVERSION_NEOTOGPU_ELEMENTTHREAD_H

#include "KernelState.h"

#include "Neo/Dialect/IndexedAccess.h"

namespace neo {

class ElementThread {
public:
  /// The thread's number is below `elements`, rounded up to a block.
  ElementThread(KernelState &state, const IndexedAccess &access,
                mlir::ValueRange positions, int64_t elements);

  mlir::AffineExpr getElement() const {
    return state.b.getAffineDimExpr(getElementDim());
  }
  /// Coordinate d of the number in a tensor of `shape`.
  mlir::AffineExpr getCoordinate(llvm::ArrayRef<int64_t> shape,
                                 unsigned d) const;
  mlir::Value get(mlir::AffineExpr expr) { return values.get(expr); }
  mlir::Value isBelow(int64_t elements);
  void bindLoop(unsigned loop, mlir::Value value) { values.bind(loop, value); }
  void openScope() { values.openScope(); }
  /// Reads the integers of the point, each brought into its dimension.
  void readPositions();
  /// Does `where` hold at the point? Null if there is none.
  mlir::Value isIncluded();
  /// Index d of the element that the point names, over the dimensions.
  mlir::AffineExpr getIndex(unsigned d) const;
  /// Row-major place of the point, of the element that it names.
  mlir::Value getPointPlace();
  mlir::Value getNamedPlace();

private:
  unsigned getElementDim() const {
    return access.extents.size() + access.positions.size();
  }

  KernelState &state;
  const IndexedAccess &access;
  mlir::ValueRange positions;
  IndexValues values;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_ELEMENTTHREAD_H
