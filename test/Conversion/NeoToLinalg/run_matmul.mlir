// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

func.func @matmul(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>) -> tensor<4x5xf32> {
  %0 = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j]
     : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<4x5xf32>
}
