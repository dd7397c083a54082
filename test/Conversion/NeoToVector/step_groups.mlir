// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-to-vector %s | FileCheck %s

// The gradient of three taps by pixels: two rows of a group at a time. Six of
// the eight rows are inside and test nothing; the first and the last group leave
// out the three products with what is above and below, and the first and the
// last vector of a row read under a constant mask.

func.func @f(%x: tensor<16x8x48xf32>, %d: tensor<16x8x48xf32>)
    -> tensor<16x3x3xf32> {
  %0 = neo.compute [k: 16, r: 3, s: 3] sum [p: 8, q: 48]
         %x[k, p + r - 1, q + s - 1] if (p + r >= 1, p + r < 9, q + s >= 1,
                                         q + s < 49) else 0.0,
         %d[k, p, q] {neo.schedule =
           "vector [q: 16] tile [r: 3, s: 3] order [k, r, s] group [p: 2]"}
     : (tensor<16x8x48xf32>, tensor<16x8x48xf32>) -> tensor<16x3x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<16x3x3xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-NOT:     arith.cmpi
// CHECK-COUNT-45: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         scf.for
// CHECK-COUNT-54: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         scf.yield
// CHECK-COUNT-45: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         return
