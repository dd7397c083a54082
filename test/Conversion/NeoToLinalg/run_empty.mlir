// RUN: neo-run %s --self-check  | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

func.func @empty(%A: tensor<4x0xf32>, %z: tensor<0xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<0x4xf32>, tensor<4xf32>) {
  %0 = neo.compute [i: 4] max [r: 0] %A[i, r] : (tensor<4x0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 4] prod [r: 0] %A[i, r] : (tensor<4x0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %2 = neo.compute [r: 0, i: 4] %A[i, r] : (tensor<4x0xf32>) -> tensor<0x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %3 = neo.compute [i: 4] %z[i] if (i < 0) else 7.0 : (tensor<0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<0x4xf32>, tensor<4xf32>
}
