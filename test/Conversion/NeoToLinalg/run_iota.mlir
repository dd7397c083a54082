// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Nothing is read; a constant; a call.
func.func private @scale(%A: tensor<5xf32>) -> tensor<5xf32> {
  %w = arith.constant dense<[1.0, -2.0, 0.5, 4.0, 0.0]> : tensor<5xf32>
  %0 = neo.compute [i: 5] %A[i], %w[4 - i] : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<5xf32>
}
func.func @iota(%A: tensor<5xf32>) -> (tensor<3x4xi64>, tensor<5xf32>) {
  %0 = neo.compute [i: 3, j: 4] sum [r: 2] : () -> tensor<3x4xi64> {
    %j = neo.index 1 : index
    %r = neo.index 2 : index
    %s = arith.muli %j, %r : index
    %v = arith.index_cast %s : index to i64
    neo.yield %v : i64
  }
  %1 = call @scale(%A) : (tensor<5xf32>) -> tensor<5xf32>
  return %0, %1 : tensor<3x4xi64>, tensor<5xf32>
}
