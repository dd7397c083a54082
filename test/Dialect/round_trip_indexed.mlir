// RUN: neo-opt %s | neo-opt | FileCheck %s

// Indices of data print as they are written.

// CHECK-LABEL: @embedding
// CHECK: neo.gather [i: 32, j: 8] %arg0[%arg1[i], j] : (tensor<100x8xf32>, tensor<32xi64>) -> tensor<32x8xf32>
func.func @embedding(%A: tensor<100x8xf32>, %I: tensor<32xi64>) -> tensor<32x8xf32> {
  %0 = neo.gather [i: 32, j: 8] %A[%I[i], j]
     : (tensor<100x8xf32>, tensor<32xi64>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: @along_axis
// CHECK: neo.gather [i: 3, j: 4] %arg0[2 * i + 1, %arg1[j, i]] where (i - j >= 0) {neo.described = ["I"]} : (tensor<6x5xi1>, tensor<4x3xi32>) -> tensor<3x4xi1>
func.func @along_axis(%A: tensor<6x5xi1>, %I: tensor<4x3xi32>) -> tensor<3x4xi1> {
  %0 = neo.gather [i: 3, j: 4] %A[2 * i + 1, %I[j, i]] where (i >= j)
       {neo.described = ["I"]} : (tensor<6x5xi1>, tensor<4x3xi32>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// CHECK-LABEL: @two_indices
// CHECK: neo.scatter_add [i: 4, j: 2] %arg0[i, j] into [%arg1[i], j floordiv 2, %arg2[]] : (tensor<4x2xf64>, tensor<4xi64>, tensor<i32>) -> tensor<9x1x3xf64>
func.func @two_indices(%Y: tensor<4x2xf64>, %I: tensor<4xi64>, %k: tensor<i32>) -> tensor<9x1x3xf64> {
  %0 = neo.scatter_add [i: 4, j: 2] %Y[i, j] into [%I[i], j floordiv 2, %k[]]
     : (tensor<4x2xf64>, tensor<4xi64>, tensor<i32>) -> tensor<9x1x3xf64>
  return %0 : tensor<9x1x3xf64>
}

// CHECK-LABEL: @total
// CHECK: neo.scatter_add [i: 4] %arg0[i] into [] where (i - 1 >= 0) : (tensor<4xi32>) -> tensor<i32>
func.func @total(%Y: tensor<4xi32>) -> tensor<i32> {
  %0 = neo.scatter_add [i: 4] %Y[i] into [] where (i >= 1) : (tensor<4xi32>) -> tensor<i32>
  return %0 : tensor<i32>
}
