// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-pack | FileCheck %s

// Panels of the fixed operand fill vectors; the other one stays as it lies.

// CHECK: %[[PANELS:.*]] = neo.compute [{{.*}}: 48, {{.*}}: 768, {{.*}}: 64] %arg1
// CHECK-NEXT: ^bb0
// CHECK: neo.compute [i: 64, j: 3072] sum [k: 768] %arg0[i, k], %[[PANELS]]
func.func @f(%A: tensor<64x768xf32>, %W: tensor<768x3072xf32> {neo.fixed}) -> tensor<64x3072xf32> {
  %C = neo.compute [i: 64, j: 3072] sum [k: 768] %A[i, k], %W[k, j]
     : (tensor<64x768xf32>, tensor<768x3072xf32>) -> tensor<64x3072xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x3072xf32>
}
