// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-schedule %s | FileCheck %s

// The weights, the same in every run, lie in panels of 32. Tiles of three
// panels at a time would use the registers as well, and walk three streams of
// 1.2 MB, so that packing in the kernel was better.

// CHECK: tile [k_inner: 2, q: 7] order [k_outer, k_inner, c, p, q] parallel 2 unroll [r, s] block [c: 64]

func.func @f(%x: tensor<1024x14x14xf32>,
             %w: tensor<1024x1024x3x3xf32> {neo.fixed})
    -> tensor<1024x7x7xf32> {
  %0 = neo.compute [k: 1024, p: 7, q: 7] sum [c: 1024, r: 3, s: 3]
         %x[c, 2 * p + r - 1, 2 * q + s - 1]
           if (2 * p + r - 1 >= 0, 2 * q + s - 1 >= 0) else 0.0,
         %w[k, c, r, s]
     : (tensor<1024x14x14xf32>, tensor<1024x1024x3x3xf32>)
       -> tensor<1024x7x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<1024x7x7xf32>
}
