//===- Strict.h - Programs that keep the order they are written in -*- C++ -*-//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Some rewrites are exact in the reals and not in floats: they take a product
// apart, sum in another order, or put a table for a function. A module that is
// marked
//
//     module attributes {neo.strict} { ... }
//
// has none of them, nor have the modules inside. It is asked wherever such a
// rewrite would start.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_STRICT_H
#define NEO_DIALECT_STRICT_H

#include "mlir/IR/Operation.h"

namespace neo {

constexpr llvm::StringLiteral strictAttrName = "neo.strict";

/// The attribute of a strict kernel as a function of LLVM.
constexpr llvm::StringLiteral strictFunction = "neo-strict";

/// Is `op` inside a module, or one itself, whose expressions stay as they are
/// written?
bool isStrict(mlir::Operation *op);

} // namespace neo

#endif // NEO_DIALECT_STRICT_H
