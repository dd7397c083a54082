// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// relu'(0) = 0; a NaN passes its cotangent on.

func.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %0 = arith.maximumf %a, %zero : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4xf32>
}
func.func private @relu_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// CHECK: 0, 0, 7, 7
func.func @check() -> tensor<4xf32> {
  %x = arith.constant dense<[-1.0, 0.0, 2.0, 0x7FC00000]> : tensor<4xf32>
  %g = arith.constant dense<7.0> : tensor<4xf32>
  %d = func.call @relu_vjp(%x, %g)
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
