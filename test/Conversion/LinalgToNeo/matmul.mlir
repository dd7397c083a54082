// RUN: neo-opt %s --convert-linalg-to-neo | FileCheck %s

// Onto zeros a contraction is one operator; nothing of the fill is left.
// CHECK-LABEL: func.func @onto_zeros
// CHECK-NEXT: %[[C:.*]] = neo.compute [i0: 4, i1: 5] sum [r0: 6] %arg0[i0, r0], %arg1[r0, i1]
// CHECK-NEXT: ^bb0(%[[a:.*]]: f32, %[[b:.*]]: f32):
// CHECK-NEXT: %[[p:.*]] = arith.mulf %[[a]], %[[b]]
// CHECK-NEXT: neo.yield %[[p]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[C]]
func.func @onto_zeros(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf32>, tensor<6x5xf32>)
                     outs(%zeros : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
