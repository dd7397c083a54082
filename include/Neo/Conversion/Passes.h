//===- Passes.h - From neo to other dialects --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The passes to neo from other dialects and from neo to others, one function
// each that creates it: createConvertLinalgToNeo(), createConvertNeoToLinalg(),
// and those that lead to machine code. docs/Conversions.md says what they do;
// one with options takes them as a struct, ConvertLinalgToNeoOptions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PASSES_H
#define NEO_CONVERSION_PASSES_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neo {

#define GEN_PASS_DECL
#include "Neo/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Neo/Conversion/Passes.h.inc"

} // namespace neo

#endif // NEO_CONVERSION_PASSES_H
