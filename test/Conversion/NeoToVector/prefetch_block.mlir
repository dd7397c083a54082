// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// %A is streamed from memory in blocks of 64 rows, 128 KiB. While a tile computes
// six columns it prefetches the same six of the next 64 rows: one line in every
// step, so that prefetches are evenly distributed. %B stays in the caches.

// CHECK-LABEL: func.func private @columns_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4194304xf32>
// CHECK:         scf.for %[[BLOCK:.*]] = %c0 to %c8192 step %c64
// CHECK:           scf.for %[[K:.*]] = %[[BLOCK]] to
// CHECK:             %[[STEP:.*]] = arith.subi %[[K]], %[[BLOCK]]
// CHECK:             memref.prefetch %[[A]]{{.*}}, read, locality<2>
// CHECK-NOT:         memref.prefetch
// CHECK:             vector.fma
func.func @columns(%A: tensor<8192x512xf32>, %B: tensor<8192x64xf32>)
    -> tensor<512x64xf32> {
  %C = neo.compute [i: 512, j: 64] sum [k: 8192] %A[k, i], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [i, j] block [k: 64]"}
     : (tensor<8192x512xf32>, tensor<8192x64xf32>) -> tensor<512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<512x64xf32>
}

// A quarter of the columns are 4 MiB.
// CHECK-LABEL: func.func private @cached_kernel1(
// CHECK-NOT:     memref.prefetch
func.func @cached(%A: tensor<8192x128xf32>, %B: tensor<8192x64xf32>)
    -> tensor<128x64xf32> {
  %C = neo.compute [i: 128, j: 64] sum [k: 8192] %A[k, i], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [i, j] block [k: 64]"}
     : (tensor<8192x128xf32>, tensor<8192x64xf32>) -> tensor<128x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<128x64xf32>
}
