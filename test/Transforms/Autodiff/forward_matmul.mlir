// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s

// The tangent of a matrix product is a sum of two, over the product's own loops.
// Operands come before tangents, results before their tangents.

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

// CHECK-LABEL: func.func @matmul_jvp(
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>, %[[B:.*]]: tensor<6x5xf32>,
// CHECK-SAME:    %[[DA:.*]]: tensor<4x6xf32>, %[[DB:.*]]: tensor<6x5xf32>)
// CHECK-SAME:    -> (tensor<4x5xf32>, tensor<4x5xf32>)
// CHECK-NEXT:    %[[C:.*]] = neo.compute [i: 4, j: 5] sum [k: 6]
// CHECK-SAME:      %[[A]][i, k], %[[B]][k, j]
// CHECK:         %[[L:.*]] = neo.compute [i: 4, j: 5] sum [k: 6]
// CHECK-SAME:      %[[B]][k, j], %[[DA]][i, k]
// CHECK-NEXT:    ^bb0(%[[b:.*]]: f32, %[[da:.*]]: f32):
// CHECK-NEXT:      %[[l:.*]] = arith.mulf %[[da]], %[[b]] : f32
// CHECK-NEXT:      neo.yield %[[l]] : f32
// CHECK:         %[[R:.*]] = neo.compute [i: 4, j: 5] sum [k: 6]
// CHECK-SAME:      %[[A]][i, k], %[[DB]][k, j]
// CHECK:         %[[DC:.*]] = neo.compute [{{.*}}] %[[L]][{{.*}}], %[[R]][
// CHECK:           arith.addf
// CHECK:         return %[[C]], %[[DC]]
