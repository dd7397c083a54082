// RUN: neo-opt --neo-pack %s | FileCheck %s

// The loop h steps over 16 KiB of each operand, but one panel of 64 columns is
// what %A already is.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [i: 64, j: 48] sum [h: 64, k: 64] %arg0[h, k, i]
func.func @f(%A: tensor<64x64x64xf32>, %B: tensor<64x64x48xf32>)
    -> tensor<64x48xf32> {
  %C = neo.compute [i: 64, j: 48] sum [h: 64, k: 64] %A[h, k, i], %B[h, k, j]
     : (tensor<64x64x64xf32>, tensor<64x64x48xf32>) -> tensor<64x48xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x48xf32>
}
