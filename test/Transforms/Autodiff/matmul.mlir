// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Both gradients of a matrix product are matrix products; loops that are loops
// of the forward operator keep their names.

func.func @matmul(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>)
    -> tensor<4x5xf32> {
  %C = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j]
     : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @matmul_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>, %[[B:.*]]: tensor<6x5xf32>,
// CHECK-SAME:    %[[G:.*]]: tensor<4x5xf32>)
// CHECK-SAME:    -> (tensor<4x6xf32>, tensor<6x5xf32>)
// CHECK-NEXT:    %[[DA:.*]] = neo.compute [i: 4, k: 6] sum [j: 5]
// CHECK-SAME:      %[[B]][k, j], %[[G]][i, j]
// CHECK-NEXT:    ^bb0(%[[b:.*]]: f32, %[[g:.*]]: f32):
// CHECK-NEXT:      %[[r:.*]] = arith.mulf %[[g]], %[[b]] : f32
// CHECK-NEXT:      neo.yield %[[r]] : f32
// CHECK:         %[[DB:.*]] = neo.compute [k: 6, j: 5] sum [i: 4]
// CHECK-SAME:      %[[A]][i, k], %[[G]][i, j]
// CHECK:         return %[[DA]], %[[DB]]
