// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-to-vector %s | FileCheck %s

// A row of 21 pixels in tiles of 12 and 9: the first leaves out the product of
// its first pixel with the first tap, the second that of its last pixel with
// the last. 12 * 3 - 1 and 9 * 3 - 1 products, none of them under a mask.

func.func @f(%x: tensor<16x21xf32>, %w: tensor<16x3x16xf32>)
    -> tensor<16x21xf32> {
  %0 = neo.compute [k: 16, q: 21] sum [c: 16, s: 3]
         %x[c, q + s - 1] if (q + s >= 1, q + s < 22) else 0.0, %w[c, s, k]
     : (tensor<16x21xf32>, tensor<16x3x16xf32>) -> tensor<16x21xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<16x21xf32>
}

// CHECK-LABEL: func.func private @f_kernel1(
// CHECK-SAME:    neo.schedule = "vector [k: 16] tile [q: 12] {{.*}} unroll [s]
// CHECK:         scf.if
// CHECK-COUNT-35: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         } else {
// CHECK-COUNT-26: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         return
