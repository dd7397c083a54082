//===- Passes.td - Transformations of neo.compute graphs ---*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_PASSES_TD
#define NEO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NeoAutodiff : Pass<"neo-autodiff", "mlir::ModuleOp"> {
  let summary = "add to every function @f its reverse-mode derivative @f_vjp";
  let description = [{
    `@f_vjp` takes `@f`'s operands and one cotangent per result, and returns the
    gradients of all floating-point operands in order. Every contribution is a
    neo.compute again: the index expression of each operand is inverted over the
    integers, so gradients gather and never scatter.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>        // x * x
    func.func @f_vjp(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> tensor<4xf32>
                                                            // 2 * x * dy
    ```
  }];
  let options = [
    ListOption<"functions", "functions", "std::string",
               "functions to differentiate (default: those whose _vjp is "
               "declared; if there are none, every public one)">,
    Option<"declaredOnly", "declared-only", "bool", "false",
           "differentiate nothing but the functions whose _vjp is declared">
  ];
  let dependentDialects = ["neo::NeoDialect", "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::func::FuncDialect"];
}

def NeoFuse : Pass<"neo-fuse", "mlir::func::FuncOp"> {
  let summary = "substitute elementwise producers into their consumers";
  let description = [{
    A producer without a reduction is an expression of its index. Where its
    consumers read it about as often as it has elements, the expression takes
    the place of the read: the tensor between them is never written.

    ```mlir
    %1 = neo.compute [i: 8] %x[i] ... exp
    %2 = neo.compute [j: 8] %1[7 - j] ... negf
    // -->
    %2 = neo.compute [j: 8] %x[7 - j] ... exp, negf
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

#endif // NEO_TRANSFORMS_PASSES_TD
