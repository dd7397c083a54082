// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A weight gradient of stride 2: the sum of tap -1 begins at the second pixel,
// where it reads of %x what tap 1 does, and of %d a vector that begins one
// further. Of %x two vectors are picked per range, not three.

#inside = affine_set<(s, p, q) : (2 * q + s - 1 >= 0)>

func.func @f(%x: tensor<8x64xf32>, %d: tensor<8x32xf32>) -> tensor<3xf32> {
  %0 = neo.compute [s: 3] sum [p: 8, q: 32]
         %x[p, 2 * q + s - 1] if (2 * q + s - 1 >= 0) else 0.0, %d[p, q]
         {neo.nonzero = #inside,
          neo.schedule = "vector [q: 8] tile [s: 3] group [p: 2]"}
     : (tensor<8x64xf32>, tensor<8x32xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-NOT:     memref.load
// CHECK-NOT:     [0, 1, 3, 5, 7,
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
