// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Only the result is a stream: a dense layer's gradient for a batch of two.

// CHECK-LABEL: func.func @outer(
// CHECK:         neo.schedule = "vector
func.func @outer(%A: tensor<512x2xf32>, %B: tensor<2x512xf32>) -> tensor<512x512xf32> {
  %y = neo.compute [i: 512, j: 512] sum [k: 2] %A[i, k], %B[k, j]
     : (tensor<512x2xf32>, tensor<2x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<512x512xf32>
}
