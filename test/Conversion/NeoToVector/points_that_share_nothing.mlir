// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Two channels of a depthwise convolution share neither pixels nor taps: all
// rows of the first are summed, each stored when it is, before anything is read
// for the second, which would occupy registers meanwhile.

func.func @f(%A: tensor<4x10x17xf32>, %W: tensor<4x3x2xf32>)
    -> tensor<4x8x16xf32> {
  %C = neo.compute [k: 4, p: 8, q: 16] sum [r: 3, s: 2] %A[k, p + r, q + s], %W[k, r, s]
       {neo.schedule = "vector [q: 16] tile [k: 2, p: 8] unroll [r, s]"}
     : (tensor<4x10x17xf32>, tensor<4x3x2xf32>) -> tensor<4x8x16xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x8x16xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         arith.mulf
// CHECK-COUNT-5: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         vector.store
// CHECK-COUNT-35: vector.fma
// CHECK-NOT:     vector.fma
// CHECK:         llvm.inline_asm
// CHECK-COUNT-40: vector.fma
// CHECK-NOT:     llvm.inline_asm
// CHECK:         vector.store
