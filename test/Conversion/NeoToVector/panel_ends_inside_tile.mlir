// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// 40 columns are a tile of 32 and one of 8: its panel is filled with the eight
// that there are, and its vectors are stored under a mask.

func.func @f(%A: tensor<56x32xf32>, %B: tensor<32x40xf32>) -> tensor<56x40xf32> {
  %C = neo.compute [i: 56, j: 40] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 7, j: 2] order [j, i] pack [1]"}
     : (tensor<56x32xf32>, tensor<32x40xf32>) -> tensor<56x40xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<56x40xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<1280xf32>
// CHECK:         %[[PANEL:.*]] = memref.alloca() {{.*}} : memref<1024xf32>
// CHECK:         scf.if
// CHECK:           scf.for {{.*}} = %c0 to %c32 step %c1
// CHECK-COUNT-2:     vector.load %[[B]]
// CHECK:         } else {
// CHECK:           scf.for {{.*}} = %c0 to %c32 step %c1
// CHECK:             %[[ROW:.*]] = vector.maskedload %[[B]]
// CHECK:             vector.store %[[ROW]], %[[PANEL]]
// CHECK:           vector.load %[[PANEL]]
// CHECK:           vector.fma
// CHECK:           vector.maskedstore
