// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Rows, elements along an axis, under a guard, and back again; integers in 0..3
// are made of whatever the inputs are.
func.func @indexed(%A: tensor<4x5xf32>, %R: tensor<6xi64>, %S: tensor<4x3xi32>)
    -> (tensor<6x5xf32>, tensor<4x3xf32>, tensor<4x5xf32>, tensor<4x5xf32>,
        tensor<7xi64>, tensor<f32>, tensor<5x0xf32>) {
  %I = neo.compute [i: 6] %R[i] : (tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%r: i64):
    %c3 = arith.constant 3 : i64
    %0 = arith.andi %r, %c3 : i64
    neo.yield %0 : i64
  }
  %J = neo.compute [i: 4, j: 3] %S[i, j] : (tensor<4x3xi32>) -> tensor<4x3xi32> {
  ^bb0(%s: i32):
    %c3 = arith.constant 3 : i32
    %0 = arith.andi %s, %c3 : i32
    neo.yield %0 : i32
  }
  %rows = neo.gather [i: 6, j: 5] %A[%I[i], j]
     : (tensor<4x5xf32>, tensor<6xi64>) -> tensor<6x5xf32>
  %along = neo.gather [i: 4, j: 3] %A[i, %J[i, j]] where (i + j >= 2)
     : (tensor<4x5xf32>, tensor<4x3xi32>) -> tensor<4x3xf32>
  %back = neo.scatter_add [i: 6, j: 5] %rows[i, j] into [%I[i], 4 - j]
     : (tensor<6x5xf32>, tensor<6xi64>) -> tensor<4x5xf32>
  %some = neo.scatter_add [i: 4, j: 3] %along[i, j] into [i, %J[i, j]] where (j < 2)
     : (tensor<4x3xf32>, tensor<4x3xi32>) -> tensor<4x5xf32>
  %sent = neo.scatter_add [i: 6] %I[i] into [(3 * i) mod 7]
     : (tensor<6xi64>) -> tensor<7xi64>
  %total = neo.scatter_add [i: 6, j: 5] %rows[i, j] into [] : (tensor<6x5xf32>) -> tensor<f32>
  %none = arith.constant dense<> : tensor<0xi64>
  %empty = neo.gather [i: 5, j: 0] %A[%none[j], i]
     : (tensor<4x5xf32>, tensor<0xi64>) -> tensor<5x0xf32>
  return %rows, %along, %back, %some, %sent, %total, %empty
     : tensor<6x5xf32>, tensor<4x3xf32>, tensor<4x5xf32>, tensor<4x5xf32>,
       tensor<7xi64>, tensor<f32>, tensor<5x0xf32>
}
