// RUN: neo-opt --neo-autodiff=partial-sums %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=partial-sums %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE
// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// 64 filters of 3x3 on an image of 5x5: gathered at once, each of 25 pixels
// would walk 9 windows for every filter. The filters are summed up first, over
// the 9 * 9 pairs of window and position that exist.

func.func @conv(%A: tensor<5x5xf32>, %W: tensor<64x3x3xf32>)
    -> tensor<64x3x3xf32> {
  %C = neo.compute [k: 64, p: 3, q: 3] sum [r: 3, s: 3]
         %A[p + r, q + s], %W[k, r, s]
     : (tensor<5x5xf32>, tensor<64x3x3xf32>) -> tensor<64x3x3xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x3x3xf32>
}
func.func private @conv_vjp(tensor<5x5xf32>, tensor<64x3x3xf32>,
    tensor<64x3x3xf32>) -> (tensor<5x5xf32>, tensor<64x3x3xf32>)

// CHECK-LABEL: func.func private @conv_vjp(
// CHECK:         %[[T:.*]] = neo.compute [r: 3, s: 3, p: 3, q: 3] sum [k: 64]
// CHECK-SAME:      -> tensor<3x3x3x3xf32>
// CHECK:         neo.compute [z0: 5, z1: 5] sum [r: 3, s: 3]
// CHECK-SAME:      %[[T]][r, s, z0 - r, z1 - s] where

// Pixel (y, x) is seen by n(y) * n(x) windows, n = 1, 2, 3, 2, 1.
// VALUE:      [64, 128, 192, 128, 64],
// VALUE-SAME: [128, 256, 384, 256, 128],
// VALUE-SAME: [192, 384, 576, 384, 192],
func.func @check() -> tensor<5x5xf32> {
  %A = arith.constant dense<2.0> : tensor<5x5xf32>
  %W = arith.constant dense<1.0> : tensor<64x3x3xf32>
  %g = arith.constant dense<1.0> : tensor<64x3x3xf32>
  %d:2 = func.call @conv_vjp(%A, %W, %g)
     : (tensor<5x5xf32>, tensor<64x3x3xf32>, tensor<64x3x3xf32>)
     -> (tensor<5x5xf32>, tensor<64x3x3xf32>)
  return %d#0 : tensor<5x5xf32>
}
