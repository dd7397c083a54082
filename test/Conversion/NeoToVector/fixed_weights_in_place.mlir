// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-schedule %s | FileCheck %s

// Weights that are the same in every run cost nothing to copy. Their panels of
// 37 KB would pass by the window all the same, and the sums of 112 x 112 pixels
// are too many to wait for blocks: so vectors are pixels, and nothing is copied.

// CHECK-NOT: floordiv
// CHECK: vector [q: 16] tile [k: 4, p: 4]

func.func @f(%x: tensor<64x112x112xf32>,
             %w: tensor<192x64x3x3xf32> {neo.fixed})
    -> tensor<192x112x112xf32> {
  %0 = neo.compute [k: 192, p: 112, q: 112] sum [c: 64, r: 3, s: 3]
         %x[c, p + r - 1, q + s - 1]
           if (p + r - 1 >= 0, q + s - 1 >= 0, p + r < 113, q + s < 113)
           else 0.0,
         %w[k, c, r, s]
     : (tensor<64x112x112xf32>, tensor<192x64x3x3xf32>)
       -> tensor<192x112x112xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<192x112x112xf32>
}
