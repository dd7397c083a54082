//===- DeadCode.h - Dead code of one block ----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a rewrite leaves without a reader, in the body of a function, of a
// kernel or of an operator, from the last operation to the first.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_DEADCODE_H
#define NEO_DIALECT_DEADCODE_H

#include "mlir/IR/Block.h"

namespace neo {

/// Erases dead operations, of those behind `behind` if there is one.
void dropDeadCode(mlir::Block &block, mlir::Operation *behind = nullptr);

} // namespace neo

#endif // NEO_DIALECT_DEADCODE_H
