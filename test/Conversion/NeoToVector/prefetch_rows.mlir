// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// The six rows of %A that the next tile reads are 192 lines, which are prefetched
// in 512 steps, two for each line.

// CHECK-LABEL: func.func private @rows_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4194304xf32>
// CHECK:         scf.for %[[K:.*]] = %c0 to %c512 step %c1
// CHECK:           %[[HALF:.*]] = arith.shrui %{{.*}}, %c1
// CHECK:           %[[LINE:.*]] = arith.minui %[[HALF]], %c191
// CHECK:           memref.prefetch %[[A]]{{.*}}, read, locality<2>
// CHECK-NOT:       memref.prefetch
// CHECK:           vector.fma
func.func @rows(%A: tensor<8192x512xf32>, %B: tensor<512x64xf32>)
    -> tensor<8192x64xf32> {
  %C = neo.compute [i: 8192, j: 64] sum [k: 512] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [i, j]"}
     : (tensor<8192x512xf32>, tensor<512x64xf32>) -> tensor<8192x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8192x64xf32>
}

// A panel of %B is 512 KiB, half of the second-level cache, and the next one
// would evict the one in use: only rows of %A are prefetched.

// CHECK-LABEL: func.func private @panels_kernel1(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4194304xf32>
// CHECK:         memref.prefetch %[[A]]
// CHECK-NOT:     memref.prefetch
// CHECK:         vector.fma
func.func @panels(%A: tensor<2048x2048xf32>, %B: tensor<32x2048x64xf32>)
    -> tensor<2048x32x64xf32> {
  %C = neo.compute [i: 2048, p: 32, j: 64] sum [k: 2048] %A[i, k], %B[p, k, j]
       {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [p, i, j]"}
     : (tensor<2048x2048xf32>, tensor<32x2048x64xf32>) -> tensor<2048x32x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<2048x32x64xf32>
}
