//===- NeoDialect.h - The neo dialect and its operations --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All arithmetic on tensors is one operator, `neo.compute`:
//
//     out[x] = REDUCE_r  where(x,r) ?  body(a_1, ..., a_K)
//     a_k    = guard_k(x,r) ? A_k[map_k(x,r)] : pad_k
//
// Two more move elements whose place is data (neo.gather, neo.scatter_add), one
// applies a function step by step (neo.scan), and two say something to
// derivatives (neo.stop_gradient, neo.wait).
//
// Why one operator and not a hundred: every transformation Neo makes -- the
// gradient, a change of layout, fusion, the choice of a kernel's loops -- is a
// function of these maps, guards and extents. A named operator would add a
// second source of truth and a template to keep in step with it.
//
// `ComputeSpec` gathers the parts of an operation that is to be built. The
// loops of all maps and sets are the output loops followed by the reduction
// loops. Building checks nothing: mlir::verify does (docs/Dialect.md).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_NEODIALECT_H
#define NEO_DIALECT_NEODIALECT_H

#include "Neo/Dialect/ProvenBounds.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <functional>

#include "Neo/Dialect/NeoDialect.h.inc"
#include "Neo/Dialect/NeoEnums.h.inc"

namespace neo {

/// One operand of a neo.compute: which tensor, read where, under which guard
/// (a null set: always), and what it reads outside the guard.
struct OperandSpec {
  mlir::Value value;
  mlir::AffineMap map;
  mlir::IntegerSet guard = {};
  mlir::TypedAttr pad = {};

  bool isGuarded() const { return guard != mlir::IntegerSet(); }
};

/// Everything that makes a neo.compute. Missing loop names are made up.
struct ComputeSpec {
  llvm::SmallVector<OperandSpec> operands;
  /// The result; its dimensions are the output loops.
  mlir::RankedTensorType type;
  ReductionKind kind = ReductionKind::none;
  llvm::SmallVector<int64_t> reductionExtents;
  /// Which terms exist; a null set: all of them.
  mlir::IntegerSet where = {};
  llvm::SmallVector<std::string> loops;
  /// Builds the body from one scalar per operand; returns what it yields.
  std::function<mlir::Value(mlir::OpBuilder &, mlir::Location,
                            mlir::ValueRange)>
      body;
};

/// Where a neo.gather reads and a neo.scatter_add adds (IndexedAccess.h).
struct IndexedAccess;

} // namespace neo

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

#define GET_OP_CLASSES
#include "Neo/Dialect/NeoOps.h.inc"

namespace neo {

/// Optional attribute of a neo.compute that sums: an integer set over its loops
/// outside of which every term is known to be 0. Terms there may be left out.
constexpr llvm::StringLiteral nonzeroAttrName = "neo.nonzero";

/// The operands of `op` as specs, to be edited and built anew.
llvm::SmallVector<OperandSpec> getOperandSpecs(ComputeOp op);

/// The names of `op`'s loops, as its text shows them.
llvm::SmallVector<std::string> getLoopNames(ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_NEODIALECT_H
