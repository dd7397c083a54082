// RUN: neo-opt %s --neo-order-products | FileCheck %s
// RUN: neo-run %s --entry=padded --check-pipeline="builtin.module(func.func(neo-order-products))"

// The guard of %W says which terms exist, and is no reason to multiply %W by what
// depends on i and j first.

// CHECK-LABEL: @padded
// CHECK: %[[T:.*]] = neo.compute [i: 64, c: 64] sum [j: 64] %arg0[i, j], %arg1[j, c]
// CHECK-SAME: where (i - j - 1 >= 0)
// CHECK: neo.compute [i: 64, d: 64] sum [c: 64] %[[T]][i, c], %arg2[c, d] :
func.func @padded(%K: tensor<64x64xf32>, %V: tensor<64x64xf32>, %W: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %Y = neo.compute [i: 64, d: 64] sum [j: 64, c: 64]
         %K[i, j], %V[j, c], %W[c, d] if (i - j - 1 >= 0) else 0.0
     : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%k: f32, %v: f32, %w: f32):
    %0 = arith.mulf %k, %v : f32
    %1 = arith.mulf %0, %w : f32
    neo.yield %1 : f32
  }
  return %Y : tensor<64x64xf32>
}

// A pad of 1 makes no term vanish.

// CHECK-LABEL: @ones
// CHECK: neo.compute [i: 64, d: 64] sum [j: 64, c: 64]
// CHECK-SAME: else 1.0
func.func @ones(%K: tensor<64x64xf32>, %V: tensor<64x64xf32>, %W: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %Y = neo.compute [i: 64, d: 64] sum [j: 64, c: 64]
         %K[i, j], %V[j, c], %W[c, d] if (i - j - 1 >= 0) else 1.0
     : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%k: f32, %v: f32, %w: f32):
    %0 = arith.mulf %k, %v : f32
    %1 = arith.mulf %0, %w : f32
    neo.yield %1 : f32
  }
  return %Y : tensor<64x64xf32>
}
