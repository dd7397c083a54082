// RUN: neo-run %s --entry=main --self-check | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt --inline | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// A loop over time, backwards, with a state, outputs and a constant.
func.func @main(%h0: tensor<4xf32>, %x: tensor<5x4xf32>, %W: tensor<4x4xf32>)
    -> (tensor<4xf32>, tensor<5x4xf32>) {
  %h, %hs = neo.scan @cell steps 5 reverse carry(%h0) over(%x) with(%W)
     : (tensor<4xf32>, tensor<5x4xf32>, tensor<4x4xf32>)
    -> (tensor<4xf32>, tensor<5x4xf32>)
  return %h, %hs : tensor<4xf32>, tensor<5x4xf32>
}
func.func private @cell(%h: tensor<4xf32>, %x: tensor<4xf32>, %W: tensor<4x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = neo.compute [i: 4] sum [k: 4] %h[k], %W[k, i]
     : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  %1 = neo.compute [i: 4] %0[i], %x[i]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.addf %a, %b : f32
    neo.yield %p : f32
  }
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
}
