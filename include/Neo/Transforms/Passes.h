//===- Passes.h - Transformations of neo.compute graphs ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_PASSES_H
#define NEO_TRANSFORMS_PASSES_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neo {

/// From cotangents to gradients, or from tangents to tangents.
enum class DerivativeMode { reverse, forward };

#define GEN_PASS_DECL
#include "Neo/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Neo/Transforms/Passes.h.inc"

} // namespace neo

#endif // NEO_TRANSFORMS_PASSES_H
