// RUN: neo-opt %s --canonicalize | FileCheck %s

// A copy is its operand.
// CHECK-LABEL: func.func @copy
// CHECK-NEXT: return %arg0
func.func @copy(%A: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = neo.compute [i: 4, j: 6] %A[i, j] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4x6xf32>
}

// A prefix of the rows is no copy.
// CHECK-LABEL: func.func @slice
// CHECK: neo.compute [i: 2, j: 6]
func.func @slice(%A: tensor<4x6xf32>) -> tensor<2x6xf32> {
  %0 = neo.compute [i: 2, j: 6] %A[i, j] : (tensor<4x6xf32>) -> tensor<2x6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<2x6xf32>
}
