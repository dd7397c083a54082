//===- SharedReads.h - What a block reads twice -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Statements of one kernel that read the same vector each load it, with stores
// of others between:
//
//     a = load x[i]   store f(a), y[i]   b = load x[i]   store g(b), z[i]
//     -->
//     a = load x[i]   store f(a), y[i]   store g(a), z[i]
//
// A kernel's buffers are apart from one another, so a store into another one
// changes nothing. LLVM knows that as well, but long after it has been decided
// what f and g have in common (TabledFunctions.h). What has nothing in common
// gets its own loads back: of which one a value is read is a matter of the
// order of the block (Interleaving.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace neo {

/// While it lives, operations of a block use the first of equal loads from
/// buffers that are only read. What is added meanwhile uses it for good.
class SharedReads {
public:
  explicit SharedReads(mlir::Block &block);
  ~SharedReads();

private:
  /// What used another load, and that load.
  llvm::SmallVector<std::pair<mlir::OpOperand *, mlir::Value>> uses;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_SHAREDREADS_H
