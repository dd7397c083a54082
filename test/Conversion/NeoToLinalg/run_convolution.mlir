// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// Strided, dilated and padded.
func.func @convolution(%A: tensor<2x3x9x9xf32>, %W: tensor<4x3x3x3xf32>)
    -> tensor<2x4x5x4xf32> {
  %0 = neo.compute [b: 2, k: 4, p: 5, q: 4] sum [c: 3, r: 3, s: 3]
         %A[b, c, 2 * p + r - 1, 2 * q + 2 * s - 1]
         if (2 * p + r >= 1, 2 * p + r < 10, 2 * q + 2 * s >= 1, 2 * q + 2 * s < 10)
         else 0.0, %W[k, c, r, s]
     : (tensor<2x3x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x5x4xf32> {
  ^bb0(%a: f32, %w: f32):
    %p = arith.mulf %a, %w : f32
    neo.yield %p : f32
  }
  return %0 : tensor<2x4x5x4xf32>
}
