// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Of what no cache keeps the next rows are prefetched, and eight are on their
// way.

// CHECK-LABEL: func.func @far(
// CHECK:         neo.schedule = "vector [k: 16] tile [i: 8] order [i] parallel 1"
func.func @far(%A: tensor<4000x3000xf32>, %x: tensor<3000xf32>) -> tensor<4000xf32> {
  %y = neo.compute [i: 4000] sum [k: 3000] %A[i, k], %x[k]
     : (tensor<4000x3000xf32>, tensor<3000xf32>) -> tensor<4000xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4000xf32>
}
