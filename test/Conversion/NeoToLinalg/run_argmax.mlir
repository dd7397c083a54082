// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Ties go to the first, NaN counts as the extremum; integers have no NaN.
func.func @argmax(%A: tensor<4x5x6xf32>, %K: tensor<9x9xi32>)
    -> (tensor<4xi64>, tensor<4xi64>, tensor<9xi64>, tensor<i64>) {
  %0 = neo.compute [i: 4] argmax [r: 5, s: 6] %A[i, r, s]
     : (tensor<4x5x6xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 4] argmin [r: 5, s: 6] %A[i, 4 - r, s]
     : (tensor<4x5x6xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    %b = math.sqrt %a : f32
    neo.yield %b : f32
  }
  %2 = neo.compute [i: 9] argmin [r: 9] %K[i, r]
     : (tensor<9x9xi32>) -> tensor<9xi64> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %3 = neo.compute [] argmax [r: 4] %A[r, r, r]
     : (tensor<4x5x6xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    %least = arith.constant 0xFF800000 : f32
    neo.yield %least : f32
  }
  return %0, %1, %2, %3 : tensor<4xi64>, tensor<4xi64>, tensor<9xi64>, tensor<i64>
}
