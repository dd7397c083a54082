// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-schedule | FileCheck %s

// The taps of a row are shared by neighbouring pixels, and are unrolled. Nothing is
// shared between channels, and the 27 steps of whole windows would hold more than
// the registers do.

// CHECK: neo.schedule = "vector [p: 8] {{.*}} unroll [r, s]"
func.func @first(%x: tensor<3x223x223xf32>, %w: tensor<3x3x3x64xf32>)
    -> tensor<64x111x111xf32> {
  %0 = neo.compute [k: 64, q: 111, p: 111] sum [c: 3, r: 3, s: 3]
      %x[c, 2 * q + r, 2 * p + s], %w[c, r, s, k]
      : (tensor<3x223x223xf32>, tensor<3x3x3x64xf32>) -> tensor<64x111x111xf32> {
  ^bb0(%a: f32, %b: f32):
    %v = arith.mulf %a, %b : f32
    neo.yield %v : f32
  }
  return %0 : tensor<64x111x111xf32>
}
