// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Lanes along the row: partial sums stay in lanes until the row is over; the
// last vector of 1003 adds nothing in the lanes behind the end. The sums of four
// rows leave together (LaneSums.h).

func.func @f(%x: tensor<4x1003xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] sum [k: 1003] %x[i, k]
     : (tensor<4x1003xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    neo.schedule = "vector [k:
// CHECK:         %[[SUM:[^:]*]]{{.*}} = scf.for {{.*}} iter_args(
// CHECK:           vector.load
// CHECK:           arith.addf
// CHECK:         vector.maskedload
// CHECK:         arith.select
// CHECK:         vector.shuffle
// CHECK-NOT:     memref.store
// CHECK:         vector.store %{{.*}} : memref<4xf32>, vector<4xf32>
