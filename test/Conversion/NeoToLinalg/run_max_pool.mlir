// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Padding with -inf, and the minimum under a 'where'.
func.func @max_pool(%A: tensor<2x7x7xf32>) -> (tensor<2x4x4xf32>, tensor<7xf32>) {
  %0 = neo.compute [c: 2, p: 4, q: 4] max [r: 3, s: 3]
         %A[c, 2 * p + r - 1, 2 * q + s - 1]
         if (2 * p + r >= 1, 2 * p + r < 8, 2 * q + s >= 1, 2 * q + s < 8) else -inf
     : (tensor<2x7x7xf32>) -> tensor<2x4x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 7] min [j: 7] %A[1, i, i + j] where (i + j < 7)
     : (tensor<2x7x7xf32>) -> tensor<7xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0, %1 : tensor<2x4x4xf32>, tensor<7xf32>
}
