// RUN: neo-opt --neo-autodiff %s --canonicalize | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// Rows of a table, squared. The derivative of the derivative gathers rows of
// the cotangent and scatters its products.

func.func private @f(%A: tensor<3x2xf64>) -> tensor<4x2xf64> {
  %I = arith.constant dense<[2, 0, 2, 2]> : tensor<4xi64>
  %G = neo.gather [i: 4, j: 2] %A[%I[i], j]
     : (tensor<3x2xf64>, tensor<4xi64>) -> tensor<4x2xf64>
  %Y = neo.compute [i: 4, j: 2] %G[i, j] : (tensor<4x2xf64>) -> tensor<4x2xf64> {
  ^bb0(%g: f64):
    %0 = arith.mulf %g, %g : f64
    neo.yield %0 : f64
  }
  return %Y : tensor<4x2xf64>
}
func.func private @f_vjp(tensor<3x2xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
func.func private @f_vjp_vjp(tensor<3x2xf64>, tensor<4x2xf64>, tensor<3x2xf64>)
    -> (tensor<3x2xf64>, tensor<4x2xf64>)

// CHECK-LABEL: func.func private @f_vjp_vjp(
// CHECK-DAG:     neo.gather [i: 4, j: 2] %arg0
// CHECK-DAG:     neo.gather [i: 4, j: 2] %arg2
// CHECK:         neo.scatter_add

// Ones for cotangents: 2 per term, three terms for row 2 and none for row 1;
// the cotangent of the cotangent is 2 A.
// VALUE: result #0: tensor<3x2xf64> {{\[\[}}2, 2], [0, 0], [6, 6]]
// VALUE: result #1: tensor<4x2xf64> {{\[\[}}10, 12], [2, 4], [10, 12], [10, 12]]
func.func @check() -> (tensor<3x2xf64>, tensor<4x2xf64>) {
  %A = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  %g = arith.constant dense<1.0> : tensor<4x2xf64>
  %h = arith.constant dense<1.0> : tensor<3x2xf64>
  %0:2 = call @f_vjp_vjp(%A, %g, %h)
     : (tensor<3x2xf64>, tensor<4x2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<4x2xf64>)
  return %0#0, %0#1 : tensor<3x2xf64>, tensor<4x2xf64>
}
