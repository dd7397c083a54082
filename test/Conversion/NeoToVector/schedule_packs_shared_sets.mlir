// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// The rows of A that a sum over i reads are 128 KiB apart, in the same sets of all
// caches: they are packed into a panel, which all tiles of j read. Rows that are 6 KiB
// closer are read in place.

// CHECK-LABEL: func.func @same_sets
// CHECK:         neo.compute {{.*}} pack [1]"
// CHECK-LABEL: func.func @other_sets
// CHECK-NOT:     pack [1]
// CHECK:         return

func.func @same_sets(%g: tensor<128x32xf32>, %a: tensor<128x64x512xf32>)
    -> tensor<64x32x512xf32> {
  %0 = neo.compute [k: 64, j: 32, l: 512] sum [i: 128] %g[i, j], %a[i, k, l]
     : (tensor<128x32xf32>, tensor<128x64x512xf32>) -> tensor<64x32x512xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<64x32x512xf32>
}

func.func @other_sets(%g: tensor<128x32xf32>, %a: tensor<128x61x512xf32>)
    -> tensor<61x32x512xf32> {
  %0 = neo.compute [k: 61, j: 32, l: 512] sum [i: 128] %g[i, j], %a[i, k, l]
     : (tensor<128x32xf32>, tensor<128x61x512xf32>) -> tensor<61x32x512xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<61x32x512xf32>
}
