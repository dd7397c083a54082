// RUN: neo-opt --neo-autodiff=partial-sums %s | FileCheck %s

// Partial sums have reduction loops first, but for a batch of any size: that is
// the first dimension of every tensor.

module attributes {neo.batch = 127 : i64} {
  func.func @conv(%A: tensor<127x5x5xf32>, %W: tensor<64x3x3xf32>)
      -> tensor<127x64x3x3xf32> {
    %C = neo.compute [b: 127, k: 64, p: 3, q: 3] sum [r: 3, s: 3]
           %A[b, p + r, q + s], %W[k, r, s]
       : (tensor<127x5x5xf32>, tensor<64x3x3xf32>) -> tensor<127x64x3x3xf32> {
    ^bb0(%a: f32, %w: f32):
      %0 = arith.mulf %a, %w : f32
      neo.yield %0 : f32
    }
    return %C : tensor<127x64x3x3xf32>
  }
  func.func private @conv_vjp(tensor<127x5x5xf32>, tensor<64x3x3xf32>,
      tensor<127x64x3x3xf32>) -> (tensor<127x5x5xf32>, tensor<64x3x3xf32>)
}

// CHECK-LABEL: func.func @conv_vjp(
// CHECK:         %[[T:.*]] = neo.compute [b: 127, r: 3, s: 3, p: 3, q: 3] sum [k: 64]
// CHECK-SAME:      -> tensor<127x3x3x3x3xf32>
// CHECK:         neo.compute [b: 127, z1: 5, z2: 5] sum [r: 3, s: 3]
// CHECK-SAME:      %[[T]][b, r, s, z1 - r, z2 - s] where
