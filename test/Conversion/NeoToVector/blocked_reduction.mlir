// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A long reduction runs in blocks around the tiles: partial sums wait in the
// result. Before the first block nothing is there, so they start at zero.

func.func @f(%A: tensor<512x4096xf32>, %B: tensor<4096x512xf32>)
    -> tensor<512x512xf32> {
  %C = neo.compute [i: 512, j: 512] sum [k: 4096] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [j, i] block [k: 256]"}
     : (tensor<512x4096xf32>, tensor<4096x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<512x512xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: memref<262144xf32>
// CHECK-SAME:    block [k: [[BLOCK:[0-9]+]]]
// CHECK:         scf.for %[[K:.*]] = %c0 to %c4096 step %c[[BLOCK]]
// CHECK:           vector.fma
// CHECK:           %[[PARTIAL:.*]] = vector.load %[[C]]
// CHECK:           %[[FIRST:.*]] = arith.cmpi eq, %[[K]], %c0
// CHECK:           %[[START:.*]] = arith.select %[[FIRST]], %{{.*}}, %[[PARTIAL]]
// CHECK:           arith.addf %[[START]],
