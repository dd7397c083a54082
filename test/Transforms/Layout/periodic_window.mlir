// RUN: neo-opt --neo-extend-periodic %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-extend-periodic))" %s

// A circular convolution reads each element five times: two elements more at each
// end makes the index affine.

func.func @f(%A: tensor<4x56xf32>, %W: tensor<5xf32>) -> tensor<4x56xf32> {
  %C = neo.compute [b: 4, p: 56] sum [r: 5] %A[b, (p + r + 54) mod 56], %W[r]
     : (tensor<4x56xf32>, tensor<5xf32>) -> tensor<4x56xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x56xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: tensor<4x56xf32>, %[[W:.*]]: tensor<5xf32>)
// CHECK:         %[[E:.*]] = neo.compute [[[B:.*]]: 4, [[T:.*]]: 60]
// CHECK-SAME:      %[[A]][[[B]], ([[T]] - 2) mod 56]
// CHECK:         neo.compute [b: 4, p: 56] sum [r: 5] %[[E]][b, p + r], %[[W]][r]
