// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s

// Casts between element types stand in the body.
// CHECK-LABEL: func.func @mixed
// CHECK: neo.compute [i0: 4, i1: 5] sum [r0: 6]
// CHECK-SAME: (tensor<4x6xf16>, tensor<6x5xf16>) -> tensor<4x5xf32>
// CHECK: arith.extf
// CHECK: arith.mulf {{.*}} : f32
func.func @mixed(%A: tensor<4x6xf16>, %B: tensor<6x5xf16>) -> tensor<4x5xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x5xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf16>, tensor<6x5xf16>)
                     outs(%zeros : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
