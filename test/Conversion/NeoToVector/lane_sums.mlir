// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Lanes along the rows, and five rows in a tile: four of the sums are made by
// additions of vectors that are interleaved, and stored at once.

func.func @f(%x: tensor<5x96xf32>) -> tensor<5xf32> {
  %0 = neo.compute [i: 5] sum [k: 96] %x[i, k]
         {neo.schedule = "vector [k: 8] tile [i: 5]"}
     : (tensor<5x96xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         vector.shuffle %[[A:.*]], %[[B:.*]] [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK:         vector.shuffle %[[A]], %[[B]] [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK:         vector.shuffle %[[AB:.*]], %[[CD:.*]] [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK:         vector.shuffle %[[AB]], %[[CD]] [2, 3, 10, 11, 6, 7, 14, 15]
// CHECK:         vector.shuffle %[[ABCD:.*]], %{{.*}} [0, 1, 2, 3]
// CHECK:         vector.shuffle %[[ABCD]], %{{.*}} [4, 5, 6, 7]
// CHECK:         vector.store %{{.*}} vector<4xf32>
// The fifth is added in the same order: within 128 bits, then halves.
// CHECK:         vector.shuffle %[[E:.*]], %[[E]] [2, 3, 0, 1, 6, 7, 4, 5]
// CHECK:         vector.shuffle %[[FOLDED:.*]], %[[FOLDED]] [1, 0, 3, 2, 5, 4, 7, 6]
// CHECK:         vector.shuffle %[[BOTH:.*]], %[[BOTH]] [0, 1, 2, 3]
// CHECK:         vector.shuffle %[[BOTH]], %[[BOTH]] [4, 5, 6, 7]
// CHECK:         memref.store
