//===- FunctionReplay.h - Cloning into a derivative -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Both modes begin alike: the operators of a function are cloned into the
// derivative, calls are inlined, and activity analysis determines which
// operators depend on a differentiated argument.
//
//     func @f(%x, %t) {              into @f_vjp or @f_jvp:
//       %a = call @g(%t)               %a = call @g(%t)      no x in it: stays
//       %b = call @h(%x)               %b = compute(%x)      h's operator
//       %y = compute(%a, %b)           %y = compute(%a, %b)
//       return %y                      visited: %b, %y
//     }
//
// Why calls are inlined: the derivative of a callee as a function of its own
// would recompute the callee's intermediate values in every call, and fusion
// and CSE could not see what is common to both. A mode may treat a call its own
// way (`expandCall`).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_FUNCTIONREPLAY_H
#define NEO_TRANSFORMS_AUTODIFF_FUNCTIONREPLAY_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/ModuleFunctions.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

bool isFloat(mlir::Value value);

/// Is argument #i of `f` one that derivatives of `f` differentiate?
bool isDifferentiated(mlir::func::FuncOp f, unsigned i);

/// Fails where an argument to differentiate is no tensor of static shape.
mlir::LogicalResult checkArguments(mlir::func::FuncOp f);

class FunctionReplay {
public:
  virtual ~FunctionReplay() = default;

protected:
  FunctionReplay(mlir::OpBuilder builder, ModuleFunctions &functions)
      : builder(builder), functions(functions) {}

  /// Clones the operators of `f` over `arguments`; gives what `f` returns.
  mlir::LogicalResult replay(mlir::func::FuncOp f, mlir::ValueRange arguments,
                             llvm::SmallVectorImpl<mlir::Value> &results);

  /// Does `value` depend on what is differentiated?
  virtual bool isActive(mlir::Value value) = 0;
  /// A clone, some operand of which is active.
  virtual mlir::LogicalResult visit(mlir::Operation *clone) = 0;
  /// A call, some argument of which is active.
  virtual mlir::LogicalResult
  expandCall(mlir::func::FuncOp callee, mlir::ValueRange arguments,
             llvm::SmallVectorImpl<mlir::Value> &results) {
    return replay(callee, arguments, results);
  }

  /// A loop, some operand of which is active.
  virtual mlir::LogicalResult
  expandScan(ScanOp op, mlir::ValueRange operands,
             llvm::SmallVectorImpl<mlir::Value> &results) = 0;

  mlir::OpBuilder builder;
  ModuleFunctions &functions;

private:
  mlir::LogicalResult replay(mlir::Operation &op, mlir::IRMapping &mapping);
  mlir::LogicalResult replayCall(mlir::func::CallOp call,
                                 mlir::IRMapping &mapping);
  mlir::LogicalResult replayScan(ScanOp op, mlir::IRMapping &mapping);
  bool isAnyActive(mlir::ValueRange values) {
    return llvm::any_of(values, [&](mlir::Value v) { return isActive(v); });
  }

  /// Functions being replayed, to find recursion.
  llvm::SmallVector<mlir::func::FuncOp> callStack;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_FUNCTIONREPLAY_H
