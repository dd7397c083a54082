// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Two divides the 16 steps of a tile: from one to the next, lanes go on by 8
// elements of %E. Odd lanes read nothing, even ones the 8 neighbours there.
// The last tile has one element.

func.func @f(%E: tensor<17xf32>) -> tensor<33xf32> {
  %D = neo.compute [z: 33]
         %E[z floordiv 2] if (z mod 2 == 0) else 0.0
       {neo.schedule = "vector [z: 16]"}
     : (tensor<17xf32>) -> tensor<33xf32> {
  ^bb0(%e: f32):
    neo.yield %e : f32
  }
  return %D : tensor<33xf32>
}

// CHECK: #[[BASE:.*]] = affine_map<(d0) -> ((d0 floordiv 16) * 8)>
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[E:[a-z0-9]+]]: memref<17xf32>
// CHECK:         affine.apply #[[BASE]]
// CHECK:         %[[EIGHT:.*]] = vector.maskedload %[[E]]
// CHECK:         vector.shuffle %[[EIGHT]], %[[EIGHT]] [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0]
// CHECK:         arith.select
// CHECK:         vector.store
// CHECK-NOT:     memref.load
// CHECK:         vector.maskedstore
