// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Six rows of %A are one piece of 192 lines, which 512 steps ask for, one at a
// time: the tile after this one reads it.

// CHECK-LABEL: func.func private @rows_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4194304xf32>
// CHECK:         scf.for %[[K:.*]] = %c0 to %c512 step %c1
// CHECK:           %[[LINE:.*]] = arith.minui {{.*}}, %c191
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
