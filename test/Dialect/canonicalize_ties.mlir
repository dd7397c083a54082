// RUN: neo-opt %s --canonicalize | FileCheck %s

// The treatment of ties is kept.
// CHECK-LABEL: func.func @shared_ties
// CHECK: neo.compute [] max [i: 4] %arg0[i] {neo.ties = "shared"} : (tensor<4xf32>)
func.func @shared_ties(%A: tensor<4xf32>) -> tensor<f32> {
  %0 = neo.compute [] max [i: 4] %A[i], %A[i] {neo.ties = "shared"}
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %0 : tensor<f32>
}
