// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(func.func(convert-neo-to-linalg),canonicalize)" | FileCheck %s
// REQUIRES: stock

// Neo's passes and the host's run in one pipeline.
// CHECK-LABEL: func.func @double
// CHECK: linalg.generic
// CHECK-NOT: neo.compute
func.func @double(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    neo.yield %b : f32
  }
  return %0 : tensor<4xf32>
}
