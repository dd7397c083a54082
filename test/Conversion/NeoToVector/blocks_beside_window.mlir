// RUN: neo-opt --neo-schedule %s | FileCheck %s

// A panel of 74 KB passes by a window of 128 channels, and neither is left in
// the first-level cache for the next tile. A block of both stays.

// CHECK: order [k_outer, k_inner, c, p, q] parallel 2 unroll [r, s] block [c: 32]

func.func @window(%x: tensor<128x58x58xf32>, %w: tensor<16x128x3x3x16xf32>)
    -> tensor<256x56x56xf32> {
  %0 = neo.compute [k: 256, p: 56, q: 56] sum [c: 128, r: 3, s: 3]
         %x[c, p + r, q + s], %w[k floordiv 16, c, r, s, k mod 16]
     : (tensor<128x58x58xf32>, tensor<16x128x3x3x16xf32>)
       -> tensor<256x56x56xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<256x56x56xf32>
}
