// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// The input gradient of a window with stride 2: even elements have one product
// in a row, odd ones two. Rows of a tile read the same two rows of D, so they
// are computed together, and the vectors of a row are stored as soon as both are.

#taps = affine_set<(k, y, x, t, u)
    : (u * -2 - (x + 1) mod 2 + 2 >= 0, t * -2 - (y + 1) mod 2 + 2 >= 0,
       u - (x + 1) floordiv 2 + 15 >= 0, t - (y + 1) floordiv 2 + 15 >= 0)>

func.func @f(%W: tensor<4x3x3xf32>, %D: tensor<4x16x16xf32>)
    -> tensor<4x32x32xf32> {
  %0 = neo.compute [k: 4, y: 32, x: 32] sum [t: 2, u: 2]
         %W[k, 2 * t + ((y + 1) mod 2), 2 * u + ((x + 1) mod 2)]
           if (2 * t + ((y + 1) mod 2) < 3, 2 * u + ((x + 1) mod 2) < 3)
           else 0.0,
         %D[k, (y + 1) floordiv 2 - t, (x + 1) floordiv 2 - u]
           if (2 * t + ((y + 1) mod 2) < 3, 2 * u + ((x + 1) mod 2) < 3,
               t - (y + 1) floordiv 2 + 15 >= 0,
               u - (x + 1) floordiv 2 + 15 >= 0) else 0.0
         {neo.nonzero = #taps, neo.schedule =
    "vector [x_outer: 16] tile [y_outer: 2, y_inner: 2, x_inner: 2] unroll [t, u]"}
     : (tensor<4x3x3xf32>, tensor<4x16x16xf32>) -> tensor<4x32x32xf32> {
  ^bb0(%w: f32, %d: f32):
    %p = arith.mulf %d, %w : f32
    neo.yield %p : f32
  }
  return %0 : tensor<4x32x32xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[E:.*]] = arith.mulf
// CHECK-NOT:     inline_asm
// CHECK:         %[[F:.*]] = arith.mulf
// CHECK:         %[[O:.*]] = vector.fma %{{.*}}, %[[F]]
// CHECK-NOT:     vector.load
// CHECK:         vector.shuffle %[[E]], %[[O]] [0, 16, 1, 17,
// CHECK:         vector.store
// CHECK:         vector.shuffle %[[E]], %[[O]] [8, 24, 9, 25,
// CHECK:         vector.store
// CHECK:         arith.mulf
