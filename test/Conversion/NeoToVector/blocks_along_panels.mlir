// RUN: neo-opt --neo-schedule %s | FileCheck %s

// %w lies in panels of 32 columns and 590 kB, which every tile of pixels walks:
// they all go along 64 channels of it, and their sums wait, before they go on.

// CHECK: order [k_outer, k_inner, c, p, q] parallel 2 unroll [r, s] block [c: 64]

func.func @f(%x: tensor<512x9x9xf32>, %w: tensor<16x512x3x3x32xf32>)
    -> tensor<512x7x7xf32> {
  %0 = neo.compute [k: 512, p: 7, q: 7] sum [c: 512, r: 3, s: 3]
         %x[c, p + r, q + s], %w[k floordiv 32, c, r, s, k mod 32]
     : (tensor<512x9x9xf32>, tensor<16x512x3x3x32xf32>)
       -> tensor<512x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<512x7x7xf32>
}
