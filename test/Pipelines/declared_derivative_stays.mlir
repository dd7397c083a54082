// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | env NEO_TARGET=avx512 neo-opt --neo-optimize | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | FileCheck %s --check-prefix=DERIVED

// A declared derivative that nothing calls is asked for from outside, though MLIR
// lets declarations be private only: with its body it is as visible as what it is
// derived from, of whatever order.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_vjp(
// CHECK: arith.mulf
// CHECK-LABEL: func.func @f_vjp_jvp(

// DERIVED: func.func @f_vjp(
// DERIVED: func.func @f_vjp_jvp(

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func private @f_vjp_jvp(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
