// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// Rows of both panels of %P come from memory, and tiles prefetch those of the next
// block. With l outside, the tiles of every l would prefetch both again; with the
// panels outside, the tiles of a panel share one prefetch. The traffic of memory is
// the same.

// CHECK: order [j_outer, l, j_inner] {{.*}} block
func.func @panels(%P: tensor<2x32768x64xf32>, %X: tensor<32768x256xf32>)
    -> tensor<256x128xf32> {
  %C = neo.compute [l: 256, j: 128] sum [i: 32768]
       %P[j floordiv 64, i, j mod 64], %X[i, l]
     : (tensor<2x32768x64xf32>, tensor<32768x256xf32>) -> tensor<256x128xf32> {
  ^bb0(%p: f32, %x: f32):
    %0 = arith.mulf %p, %x : f32
    neo.yield %0 : f32
  }
  return %C : tensor<256x128xf32>
}
