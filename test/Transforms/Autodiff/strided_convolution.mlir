// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// The input gradient of a convolution with stride 2 reads the weights of one
// parity: no iteration is spent on the other.

func.func @conv(%A: tensor<2x12xf32>, %W: tensor<4x2x3xf32>)
    -> tensor<4x6xf32> {
  %C = neo.compute [k: 4, p: 6] sum [c: 2, r: 3]
         %A[c, 2 * p + r - 1] if (2 * p + r >= 1) else 0.0, %W[k, c, r]
     : (tensor<2x12xf32>, tensor<4x2x3xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @conv_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<2x12xf32>, %[[W:.*]]: tensor<4x2x3xf32>,
// CHECK-SAME:    %[[G:.*]]: tensor<4x6xf32>)
// CHECK:         neo.compute [c: 2, z1: 12] sum [k: 4, t1: 2]
// CHECK-SAME:      %[[W]][k, c, {{.*}}(z1 + 1) mod 2{{.*}}],
// CHECK-SAME:      %[[G]][k, (z1 + 1) floordiv 2 - t1] where

// The weights' gradient is a convolution of the input by the cotangent, with
// the padding of the forward operator.
// CHECK:         neo.compute [k: 4, c: 2, r: 3] sum [p: 6]
// CHECK-SAME:      %[[A]][c, {{.*}}] if ({{.*}} >= 0) else 0.000000e+00,
// CHECK-SAME:      %[[G]][k, p] :
