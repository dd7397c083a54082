//===- Passes.h - Transformations of neo.compute graphs ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The passes from neo to neo, one function each that creates it; one with
// options takes them as a struct whose fields have the options' names:
//
//     neo::NeoAutodiffOptions options;
//     options.mode = neo::DerivativeMode::forward;
//     passes.addPass(neo::createNeoAutodiff(options));
//
// docs/Passes.md says what they do. Those that run on functions are nested,
// passes.addNestedPass<mlir::func::FuncOp>(neo::createNeoFuse()).
//
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
