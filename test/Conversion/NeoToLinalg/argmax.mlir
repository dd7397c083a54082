// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// Two accumulators, the best term and where it is.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>)
// CHECK: ^bb0(%[[T:.*]]: f32, %[[BEST:.*]]: f32, %[[AT:.*]]: i64):
// CHECK: %[[UGT:.*]] = arith.cmpf ugt, %[[T]], %[[BEST]]
// CHECK: %[[ORD:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK: %[[TAKE:.*]] = arith.andi %[[UGT]], %[[ORD]]
// CHECK: return %[[R]]#1
func.func @argmax(%A: tensor<4x6xf32>) -> tensor<4xi64> {
  %0 = neo.compute [i: 4] argmax [r: 6] %A[i, r]
     : (tensor<4x6xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xi64>
}
