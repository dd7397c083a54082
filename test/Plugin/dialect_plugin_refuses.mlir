// RUN: not mlir-opt %s --load-dialect-plugin=%neo_plugin 2>&1 | FileCheck %s
// REQUIRES: stock

// The verifier travels with the plugin.
// CHECK: index 'i + 1' of operand #0 is 4 at i = 3, outside dimension 0 of extent 4 (C4)
func.func @too_far(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i + 1] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
