// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Sums along the diagonals of blocks, and the blocks that these make: a loop of
// 8 in the lanes, together with one outside, and the other unrolled. Each row
// is one load, and every step is that vector in another order.

func.func @f(%X: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %D = neo.compute [a: 8, c: 4, d: 8] sum [k: 8]
         %X[8 * a + k, 8 * c + (k + d) mod 8]
     : (tensor<64x32xf32>) -> tensor<8x4x8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %Y = neo.compute [i: 64, j: 32]
         %D[i floordiv 8, j floordiv 8, (j - i) mod 8]
     : (tensor<8x4x8xf32>) -> tensor<64x32xf32> {
  ^bb0(%d: f32):
    neo.yield %d : f32
  }
  return %Y : tensor<64x32xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    vector [c: 2, d: 8]
// CHECK-SAME:    unroll [k]
// CHECK-NOT:     memref.load
// CHECK-NOT:     maskedload
// CHECK:         vector.load
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8]

// CHECK-LABEL: func.func private @f_kernel1(
// CHECK-SAME:    vector [j_outer: 2, j_inner: 8] tile [i_inner: 8]
// CHECK-NOT:     memref.load
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14]
// CHECK:         vector.store
