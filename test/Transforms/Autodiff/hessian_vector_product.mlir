// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// The tangent of a gradient: each derivative is declared, in any order. For the
// sum of x^3 / 2 the Hessian is 3 x on the diagonal.

func.func private @f_vjp_jvp(tensor<3xf32>, tensor<f32>, tensor<3xf32>,
                             tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
func.func private @f_vjp(tensor<3xf32>, tensor<f32>) -> tensor<3xf32>

func.func @f(%x: tensor<3xf32>) -> tensor<f32> {
  %y = neo.compute [] sum [i: 3] %x[i] : (tensor<3xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    %2 = arith.mulf %1, %half : f32
    neo.yield %2 : f32
  }
  return %y : tensor<f32>
}

// CHECK: [1.5, 6, 13.5]
// CHECK: [30, 600, 9000]
func.func @check() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = arith.constant dense<[10.0, 100.0, 1000.0]> : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r:2 = func.call @f_vjp_jvp(%x, %one, %v, %zero)
       : (tensor<3xf32>, tensor<f32>, tensor<3xf32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}
