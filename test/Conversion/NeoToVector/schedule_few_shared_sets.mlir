// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// The three rows of A that the sum over r reads are multiples of 64 KiB apart. They fit
// into one set of L1, however many steps the sum over c has: the tile is the usual one.

// CHECK-LABEL: func.func @f
// CHECK:         neo.schedule = "vector [l: 16] tile [j: 4, l: 4] order [k, j, l]

func.func @f(%g: tensor<3x64x64xf32>, %a: tensor<3x64x16x256xf32>)
    -> tensor<16x64x256xf32> {
  %0 = neo.compute [k: 16, j: 64, l: 256] sum [c: 64, r: 3] %g[r, c, j], %a[r, c, k, l]
     : (tensor<3x64x64xf32>, tensor<3x64x16x256xf32>) -> tensor<16x64x256xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<16x64x256xf32>
}
