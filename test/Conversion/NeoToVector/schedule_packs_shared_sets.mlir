// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// The rows of A that a sum over i reads are 512 KiB apart, in the same sets of all
// caches: they are packed into a panel, which all tiles of j read. Rows that are 10 kB
// longer are read in place.

// CHECK-LABEL: func.func @same_sets
// CHECK:         neo.compute {{.*}} pack [1]"
// CHECK-LABEL: func.func @other_sets
// CHECK-NOT:     pack [1]
// CHECK:         return

func.func @same_sets(%g: tensor<128x64xf32>, %a: tensor<128x256x512xf32>)
    -> tensor<256x64x512xf32> {
  %0 = neo.compute [k: 256, j: 64, l: 512] sum [i: 128] %g[i, j], %a[i, k, l]
     : (tensor<128x64xf32>, tensor<128x256x512xf32>) -> tensor<256x64x512xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<256x64x512xf32>
}

func.func @other_sets(%g: tensor<128x64xf32>, %a: tensor<128x261x512xf32>)
    -> tensor<261x64x512xf32> {
  %0 = neo.compute [k: 261, j: 64, l: 512] sum [i: 128] %g[i, j], %a[i, k, l]
     : (tensor<128x64xf32>, tensor<128x261x512xf32>) -> tensor<261x64x512xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<261x64x512xf32>
}
