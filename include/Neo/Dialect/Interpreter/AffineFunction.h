//===- AffineFunction.h - Index expressions as functions --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An affine expression or an integer set, decoded once into a function of the
// loops' values: `2 * p + r - 1` at p = 3, r = 0 is 5.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_AFFINEFUNCTION_H
#define NEO_DIALECT_INTERPRETER_AFFINEFUNCTION_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"

#include <functional>

namespace neo {

using AffineFunction = std::function<int64_t(const int64_t *loops)>;
using Condition = std::function<bool(const int64_t *loops)>;

AffineFunction decodeAffine(mlir::AffineExpr expr);

/// Always true for a null set.
Condition decodeCondition(mlir::IntegerSet set);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_AFFINEFUNCTION_H
