// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-run %s --entry=middle_row --check-pipeline="builtin.module(canonicalize)"

// An index tensor of one repeated integer is that integer; a gather without
// data is a read, whose guard is a pad.

// CHECK-LABEL: @middle_row
// CHECK:         neo.compute [i: 4, j: 5]
// CHECK-SAME:      %{{.*}}[3, j] if (i - 1 >= 0) else 0.000000e+00
func.func @middle_row(%A: tensor<7x5xf32>) -> tensor<4x5xf32> {
  %I = arith.constant dense<3> : tensor<4xi32>
  %0 = neo.gather [i: 4, j: 5] %A[%I[i], j] where (i >= 1)
     : (tensor<7x5xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// One of two.
// CHECK-LABEL: @one_constant
// CHECK:         neo.gather [i: 4] %{{.*}}[2, %arg1[i]] :
func.func @one_constant(%A: tensor<7x5xf32>, %J: tensor<4xi32>) -> tensor<4xf32> {
  %I = arith.constant dense<2> : tensor<4xi32>
  %0 = neo.gather [i: 4] %A[%I[i], %J[i]]
     : (tensor<7x5xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is outside is left to be reported when the program runs.
// CHECK-LABEL: @outside
// CHECK:         neo.gather
func.func @outside(%A: tensor<7xf32>) -> tensor<4xf32> {
  %I = arith.constant dense<7> : tensor<4xi32>
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<7xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
