// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// The cotangent of a maximum goes to the first position that attains it.

func.func @pool(%A: tensor<4x6xf32>) -> tensor<4xf32> {
  %C = neo.compute [i: 4] max [j: 6] %A[i, j]
     : (tensor<4x6xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<4xf32>
}

// CHECK-LABEL: func.func @pool_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[P:.*]] = neo.compute [i: 4] argmax [j: 6] %[[A]][i, j] :
// CHECK-SAME:      tensor<4xi64>
// CHECK:         neo.compute [i: 4, j: 6] %[[G]][i], %[[P]][i] :
// CHECK-NEXT:    ^bb0(%[[g:.*]]: f32, %[[p:.*]]: i64):
// CHECK-NEXT:      %[[J:.*]] = neo.index 1 : index
// CHECK-NEXT:      %[[j:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK-NEXT:      %[[c:.*]] = arith.cmpi eq, %[[p]], %[[j]] : i64
// CHECK-NEXT:      %[[z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[r:.*]] = arith.select %[[c]], %[[g]], %[[z]] : f32
// CHECK-NEXT:      neo.yield %[[r]]
