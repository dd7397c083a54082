//===- GlobalAccess.h - Elements of tensors in device memory ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One access moves one element or a vector of contiguous elements, as its plan
// says. If a guard or an edge fails, element 0, which exists, is read instead,
// and the value is replaced by the pad:
//
//     in    = i < 1000 and ...
//     value = in ? %x[in ? address : 0] : pad
//
// There is no branch between the accesses of a thread, so that all of them can
// be in flight at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_GLOBALACCESS_H
#define NEO_CONVERSION_NEOTOGPU_GLOBALACCESS_H

#include "KernelState.h"

namespace neo {

class GlobalAccess {
public:
  /// Of operand `operand` of `op`, by the axes of `space`, whose values are in
  /// `values`.
  GlobalAccess(KernelState &state, const AxisSpace &space, IndexValues &values,
               ComputeOp op, unsigned operand, GPUAccessAttr plan);

  /// `width` contiguous elements from `point` on; one element as a scalar.
  /// Beyond an edge the value is undefined, or, if it `pads`, the pad, which is
  /// 0 without a guard.
  mlir::Value read(llvm::ArrayRef<int64_t> point, int64_t width,
                   bool pads = false);

  /// What must hold for the element to be read; null if it always does.
  mlir::Value isRead(llvm::ArrayRef<int64_t> point);
  /// Its position in the buffer; 0 where it is not read.
  mlir::Value place(llvm::ArrayRef<int64_t> point, mlir::Value isRead);
  mlir::TypedAttr getPad() const;
  mlir::Value getBuffer() const;

private:
  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  unsigned operand;
  GPUAccessAttr plan;
  mlir::AffineExpr address;
};

/// Do the steps of `axes` that `point` stands for exist? Null if they all do.
mlir::Value areInside(KernelState &state, const AxisSpace &space,
                      IndexValues &values, llvm::ArrayRef<int64_t> axes,
                      llvm::ArrayRef<int64_t> point);

/// Do constraints `which` of `set`, over the loops, hold? Null if they always
/// do.
mlir::Value holdAll(KernelState &state, const AxisSpace &space,
                    IndexValues &values, mlir::IntegerSet set,
                    llvm::ArrayRef<int64_t> which,
                    llvm::ArrayRef<int64_t> point);

/// Does `where` of `op` hold? Null if it has none.
mlir::Value isCounted(KernelState &state, const AxisSpace &space,
                      IndexValues &values, ComputeOp op,
                      llvm::ArrayRef<int64_t> point);

/// `width` elements of `buffer` from position `place` on, as those of a tensor
/// of `element`.
mlir::Value loadElements(KernelState &state, mlir::Value buffer,
                         mlir::Value place, mlir::Type element, int64_t width,
                         int64_t align);
/// Stores a scalar or a vector, as loadElements() reads it.
void storeElements(KernelState &state, mlir::Value value, mlir::Value buffer,
                   mlir::Value place, int64_t align);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_GLOBALACCESS_H
