// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// A gradient is made of operators, so it has a gradient: x^3, 3 x^2, 6 x.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    neo.yield %1 : f32
  }
  return %y : tensor<3xf32>
}
func.func private @f_vjp_vjp(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>

// CHECK: 6, 12, 18
// CHECK: 3, 12, 27
func.func @check() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %d:2 = func.call @f_vjp_vjp(%x, %one, %one)
     : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
     -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}
