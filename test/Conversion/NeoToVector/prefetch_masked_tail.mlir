// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Each channel has nine taps, which a vector of sixteen reads under a mask. The
// last of 32 channels ends in the 18th line of a block, and its vector in the 19th,
// which is prefetched too: a masked load has the latency of the line. In 112 steps,
// each of three lines, that is seven steps for each of 16 filters.

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: memref<9437184xf32>
// CHECK:         %[[STEP:.*]] = arith.minui {{.*}}, %c111
// CHECK-NEXT:    arith.remui %[[STEP]], %c7
// CHECK:         memref.prefetch %[[W]]
func.func @f(%W: tensor<1024x1024x3x3xf32>, %D: tensor<1024x9x9xf32>)
    -> tensor<1024x7x7xf32> {
  %G = neo.compute [c: 1024, p: 7, q: 7] sum [k: 1024, r: 3, s: 3]
       %W[k, c, r, s], %D[k, p - r + 2, q - s + 2]
       {neo.schedule = "vector [c: 16] tile [c: 2, q: 7] order [c, k, p, q] unroll [r, s] block [k: 16] pack [0]"}
     : (tensor<1024x1024x3x3xf32>, tensor<1024x9x9xf32>)
    -> tensor<1024x7x7xf32> {
  ^bb0(%w: f32, %d: f32):
    %0 = arith.mulf %w, %d : f32
    neo.yield %0 : f32
  }
  return %G : tensor<1024x7x7xf32>
}
