// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-expand-scatters{explain}))' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: neo-run %s --check-pipeline='builtin.module(func.func(neo-expand-scatters))'

// Rows of a transposed result get one element each, at an index that the unit
// loop of the positions does not move. Zeros are gathered, to check the index.

// REMARK: remark: each row gets one element: it is compared with positions

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[V:[^:]*]]: tensor<3x4x1xf32>
// CHECK:         %[[T:.*]] = arith.constant dense<{{.*}}> : tensor<1x4xi64>
// CHECK:         %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<9xf32>
// CHECK:         %[[Z:.*]] = neo.gather [i: 3, j: 4, u: 1] %[[ZEROS]][%[[T]][u, j]]
// CHECK:         neo.compute [i0: 4, i1: 9, i2: 3] %[[V]][i2, i0, 0], %[[T]][0, i0], %[[Z]][i2, i0, 0]
// CHECK:           %[[HERE:.*]] = arith.cmpi eq
// CHECK:           %[[SUM:.*]] = arith.addf
// CHECK:           arith.select %[[HERE]], %[[SUM]]
func.func @f(%v: tensor<3x4x1xf32>) -> tensor<4x9x3xf32> {
  %t = arith.constant dense<[[8, 0, 3, 3]]> : tensor<1x4xi64>
  %0 = neo.scatter_add [i: 3, j: 4, u: 1] %v[i, j, u] into [j, %t[u, j], i]
     : (tensor<3x4x1xf32>, tensor<1x4xi64>) -> tensor<4x9x3xf32>
  %1 = neo.compute [a: 4, b: 9, c: 3] %0[a, b, c] : (tensor<4x9x3xf32>) -> tensor<4x9x3xf32> {
  ^bb0(%x: f32):
    %2 = arith.mulf %x, %x : f32
    neo.yield %2 : f32
  }
  return %1 : tensor<4x9x3xf32>
}
