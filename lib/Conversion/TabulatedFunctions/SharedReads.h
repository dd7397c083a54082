//===- SharedReads.h - Equal loads of a block -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Statements of one kernel that read the same vector each load it, with stores
// in between:
//
//     a = load x[i]   store f(a), y[i]   b = load x[i]   store g(b), z[i]
//     -->
//     a = load x[i]   store f(a), y[i]   store g(a), z[i]
//
// A kernel's buffers do not alias, so a store to another one does not
// invalidate the load. LLVM would also eliminate it, but long after it was
// decided what f and g have in common (TabledFunctions.h). Uses that share
// nothing get their own loads back, since a merged load has a longer live range
// and affects the order of the block (Interleaving.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace neo {

/// RAII: during its lifetime, operations of a block use the first of equal
/// loads from read-only buffers. Operations that are added meanwhile keep using
/// it.
class SharedReads {
public:
  explicit SharedReads(mlir::Block &block);
  ~SharedReads();

private:
  /// Uses of other loads, and these loads.
  llvm::SmallVector<std::pair<mlir::OpOperand *, mlir::Value>> uses;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H
