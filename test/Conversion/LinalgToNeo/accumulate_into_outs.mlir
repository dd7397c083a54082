// RUN: neo-opt %s --convert-linalg-to-neo | FileCheck %s

// What outs holds is combined with the reduced value, by the same operation.
// CHECK-LABEL: func.func @onto_tensor
// CHECK: %[[R:.*]] = neo.compute [i0: 4] max [r0: 6] %arg0[i0, r0]
// CHECK: neo.compute [i0: 4] %arg1[i0], %[[R]][i0]
// CHECK: arith.maximumf
func.func @onto_tensor(%A: tensor<4x6xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%A : tensor<4x6xf32>)
         outs(%b : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// One number everywhere becomes a constant; here it is the identity of a sum,
// but not of a maximum.
// CHECK-LABEL: func.func @onto_number
// CHECK: %[[R:.*]] = neo.compute [i0: 4] max [r0: 6] %arg0[i0, r0]
// CHECK: neo.compute [i0: 4] %[[R]][i0]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: arith.maximumf %[[ZERO]],
func.func @onto_number(%A: tensor<4x6xf32>) -> tensor<4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%A : tensor<4x6xf32>)
         outs(%zeros : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}
