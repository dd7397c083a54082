// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Where ties share, the terms that equal the extremum are counted, and each of
// them gets its part of the cotangent.

func.func @pool(%A: tensor<4x6xf32>) -> tensor<4xf32> {
  %C = neo.compute [i: 4] max [j: 6] %A[i, j] {neo.ties = "shared"}
     : (tensor<4x6xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<4xf32>
}

// CHECK-LABEL: func.func @pool_vjp(
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[M:.*]] = neo.compute [i: 4] max [j: 6] %[[A]][i, j]
// CHECK-SAME:      {neo.ties = "shared"}
// CHECK:         %[[N:.*]] = neo.compute [i: 4] sum [j: 6] %[[A]][i, j],
// CHECK-SAME:      %[[M]][i] : {{.*}} -> tensor<4xi64>
// CHECK-NEXT:    ^bb0(%[[a:.*]]: f32, %[[m:.*]]: f32):
// CHECK-NEXT:      %[[c:.*]] = arith.cmpf oeq, %[[a]], %[[m]] : f32
// CHECK-NEXT:      %[[one:.*]] = arith.extui %[[c]] : i1 to i64
// CHECK-NEXT:      neo.yield %[[one]]
// CHECK:         neo.compute [i: 4, j: 6] %[[A]][i, j], %[[G]][i],
// CHECK-SAME:      %[[M]][i], %[[N]][i] :
// CHECK-NEXT:    ^bb0(%[[b:.*]]: f32, %[[g:.*]]: f32, %[[e:.*]]: f32,
// CHECK-SAME:      %[[n:.*]]: i64):
// CHECK-NEXT:      %[[t:.*]] = arith.cmpf oeq, %[[b]], %[[e]] : f32
// CHECK-NEXT:      %[[z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[s:.*]] = arith.select %[[t]], %[[g]], %[[z]] : f32
// CHECK-NEXT:      %[[f:.*]] = arith.sitofp %[[n]] : i64 to f32
// CHECK-NEXT:      %[[r:.*]] = arith.divf %[[s]], %[[f]] : f32
// CHECK-NEXT:      neo.yield %[[r]]
