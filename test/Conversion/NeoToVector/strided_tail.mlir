// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Five lanes of eight, four elements apart: the last is in the third vector, so
// a fourth one is not read. Lanes that are not valid are 0.

func.func @f(%x: tensor<24xf64>) -> tensor<f64> {
  %0 = neo.compute [] sum [i: 5] %x[4 * i + 1]
         {neo.schedule = "vector [i: 8]"} : (tensor<24xf64>) -> tensor<f64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  return %0 : tensor<f64>
}

// Two lanes are in one vector, which is shuffled, too.

func.func @g(%x: tensor<24xf64>) -> tensor<f64> {
  %0 = neo.compute [] sum [i: 2] %x[4 * i + 1]
         {neo.schedule = "vector [i: 8]"} : (tensor<24xf64>) -> tensor<f64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  return %0 : tensor<f64>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-COUNT-2: vector.load
// CHECK:         vector.maskedload
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [1, 5, 9, 13, 4, 5, 6, 7]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 9, 9, 9, 9]
// CHECK-NOT:     memref<24xf64>
// CHECK:         arith.select

// CHECK-LABEL: func.func private @g_kernel1(
// CHECK:         vector.load
// CHECK:         vector.shuffle %[[ALL:.*]], %[[ALL]] [1, 5, 5, 5, 5, 5, 5, 5]
// CHECK:         arith.select
