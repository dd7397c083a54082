// RUN: neo-opt %s --pass-pipeline="builtin.module(builtin.module(func.func(neo-order-products)))" | FileCheck %s

// The module inside is as strict as the one around it.

// CHECK-COUNT-1: neo.compute
// CHECK-NOT: neo.compute
module attributes {neo.strict} {
module @inside {
func.func @f(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>, %C: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %Y = neo.compute [i: 64, l: 64] sum [j: 64, k: 64] %A[i, j], %B[j, k], %C[k, l]
     : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    neo.yield %1 : f32
  }
  return %Y : tensor<64x64xf32>
}
}
}
