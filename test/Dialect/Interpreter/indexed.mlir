// RUN: neo-run %s | FileCheck %s

// Repeated indices, a guard, a transposed table of indices, an empty loop.

// CHECK: result #0: tensor<3x2xi32> {{\[\[}}5, 6], [1, 2], [5, 6]]
// CHECK: result #1: tensor<3x2xi32> {{\[\[}}3, 4], [0, 0], [6, 8]]
// CHECK: result #2: tensor<2x3xi32> {{\[\[}}1, 2, 1], [0, 0, 4]]
// CHECK: result #3: tensor<4xi32> [0, 0, 0, 0]
func.func @main() -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<4xi32>) {
  %A = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %I = arith.constant dense<[2, 0, 2]> : tensor<3xi64>
  %rows = neo.gather [i: 3, j: 2] %A[%I[i], j]
     : (tensor<3x2xi32>, tensor<3xi64>) -> tensor<3x2xi32>
  %sums = neo.scatter_add [i: 3, j: 2] %A[i, j] into [%I[i], j]
     : (tensor<3x2xi32>, tensor<3xi64>) -> tensor<3x2xi32>
  %K = arith.constant dense<[[0, 0], [1, 0], [0, 1]]> : tensor<3x2xi32>
  %along = neo.gather [i: 2, j: 3] %A[i, %K[j, i]] where (j >= 2 * i)
     : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<2x3xi32>
  %none = arith.constant dense<> : tensor<0xi32>
  %nowhere = arith.constant dense<> : tensor<0xi64>
  %empty = neo.scatter_add [i: 0] %none[i] into [%nowhere[i]]
     : (tensor<0xi32>, tensor<0xi64>) -> tensor<4xi32>
  return %rows, %sums, %along, %empty
     : tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<4xi32>
}
