// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-expand-scatters{explain}))' 2>&1 | FileCheck %s

// Kept: several elements to a row, rows that get none, and a result that is
// stored as it is.

// CHECK-NOT: remark
// CHECK-LABEL: func.func @several(
// CHECK:         neo.scatter_add
func.func @several(%v: tensor<4x2xf32>, %t: tensor<4x2xi64>) -> tensor<4xf32> {
  %0 = neo.scatter_add [i: 4, k: 2] %v[i, k] into [i, %t[i, k]]
     : (tensor<4x2xf32>, tensor<4x2xi64>) -> tensor<4x9xf32>
  %1 = neo.compute [i: 4] max [j: 9] %0[i, j] : (tensor<4x9xf32>) -> tensor<4xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @none(
// CHECK:         neo.scatter_add
func.func @none(%v: tensor<3xf32>, %t: tensor<3xi64>) -> tensor<4xf32> {
  %0 = neo.scatter_add [i: 3] %v[i] into [i + 1, %t[i]]
     : (tensor<3xf32>, tensor<3xi64>) -> tensor<4x9xf32>
  %1 = neo.compute [i: 4] max [j: 9] %0[i, j] : (tensor<4x9xf32>) -> tensor<4xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @stored(
// CHECK:         neo.scatter_add
func.func @stored(%v: tensor<4xf32>, %t: tensor<4xi64>) -> tensor<4x9xf32> {
  %0 = neo.scatter_add [i: 4] %v[i] into [i, %t[i]]
     : (tensor<4xf32>, tensor<4xi64>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}
