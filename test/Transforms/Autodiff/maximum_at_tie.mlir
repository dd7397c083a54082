// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// Of two variables that tie each gets half.

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %m = neo.compute [i: 3] %x[i], %y[i]
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    neo.yield %0 : f32
  }
  return %m : tensor<3xf32>
}
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)

// CHECK: 8, 4, 0
// CHECK: 0, 4, 8
func.func @check() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[2.0, 1.0, 0.0]> : tensor<3xf32>
  %y = arith.constant dense<1.0> : tensor<3xf32>
  %g = arith.constant dense<8.0> : tensor<3xf32>
  %d:2 = func.call @f_vjp(%x, %y, %g)
     : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
     -> (tensor<3xf32>, tensor<3xf32>)
  return %d#0, %d#1 : tensor<3xf32>, tensor<3xf32>
}
