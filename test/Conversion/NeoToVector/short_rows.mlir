// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file %s | FileCheck %s

// Rows of 7 pixels, two of which share a vector of 16 lanes: each is one load
// under a mask, and what taps -1 and 1 want of it is a rotation, with the hole
// beside a row for its padding. The loads of all taps are the same.

#inside = affine_set<(k, p, q, s) : (q + s - 1 >= 0, -q - s + 7 >= 0)>

func.func @rows(%x: tensor<4x5x7xf32>, %w: tensor<4x3xf32>) -> tensor<4x5x7xf32> {
  %0 = neo.compute [k: 4, p: 5, q: 7] sum [s: 3]
         %x[k, p, q + s - 1] if (q + s - 1 >= 0, q + s < 8) else 0.0, %w[k, s]
         {neo.nonzero = #inside,
          neo.schedule = "vector [k: 2, q: 8] unroll [s]"}
     : (tensor<4x5x7xf32>, tensor<4x3xf32>) -> tensor<4x5x7xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<4x5x7xf32>
}

// CHECK-LABEL: func.func private @rows_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<140xf32>
// CHECK-DAG:     %[[SECOND:.*]] = arith.constant dense<[false, false, false, false, false, false, false, false, true, true, true, true, true, true, true, false]>
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant dense<[true, true, true, true, true, true, true, false, false, false, false, false, false, false, false, false]>
// CHECK:         %[[ONE:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[FIRST]]
// CHECK:         %[[BOTH:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[SECOND]], %[[ONE]]
// CHECK:         vector.shuffle %[[BOTH]], %[[BOTH]] [15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
// CHECK:         %[[ONE:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[FIRST]]
// CHECK:         %[[BOTH:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[SECOND]], %[[ONE]]
// CHECK:         vector.fma %[[BOTH]],
// CHECK:         %[[ONE:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[FIRST]]
// CHECK:         %[[BOTH:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[SECOND]], %[[ONE]]
// CHECK:         vector.shuffle %[[BOTH]], %[[BOTH]] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]
// CHECK:         vector.maskedstore %{{.*}}, %[[FIRST]]
// CHECK:         vector.maskedstore %{{.*}}, %[[SECOND]]

// -----

// Four rows of 3 pixels in a vector, and the last two of ten in one of their own.

func.func @ends(%x: tensor<5x2x4xf32>) -> tensor<5x2x3xf32> {
  %0 = neo.compute [k: 5, p: 2, q: 3] max [s: 2] %x[k, p, q + s]
         {neo.schedule = "vector [k_p: 4, q: 4] unroll [s]"}
     : (tensor<5x2x4xf32>) -> tensor<5x2x3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<5x2x3xf32>
}

// CHECK-LABEL: func.func private @ends_kernel0(
// CHECK-COUNT-8: vector.maskedload
// CHECK-COUNT-4: vector.maskedstore
// CHECK-COUNT-4: vector.maskedload
// CHECK-NOT:     vector.maskedload
// CHECK-COUNT-2: vector.maskedstore
// CHECK-NOT:     vector.maskedstore
