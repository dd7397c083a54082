// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// Lanes are channels, which lie a picture apart. The results of 8 pixels are half a
// line in each of 32 pictures: a result that goes to memory is staged until whole
// lines can be streamed. A small one stays in the caches.

// CHECK-LABEL: func.func @far(
// CHECK:         neo.schedule = "vector [k: 16] tile [k: 2, q: 8] order [p, k, q] parallel 1 unroll [s] writeback [q: 32]"
func.func @far(%A: tensor<3x453x453xf32>, %W: tensor<3x7x7x64xf32>)
    -> tensor<64x224x224xf32> {
  %C = neo.compute [k: 64, p: 224, q: 224] sum [c: 3, r: 7, s: 7]
       %A[c, 2 * p + r, 2 * q + s], %W[c, r, s, k]
     : (tensor<3x453x453xf32>, tensor<3x7x7x64xf32>) -> tensor<64x224x224xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x224x224xf32>
}

// CHECK-LABEL: func.func @near(
// CHECK-NOT:     writeback
func.func @near(%A: tensor<3x229x229xf32>, %W: tensor<3x7x7x64xf32>)
    -> tensor<64x112x112xf32> {
  %C = neo.compute [k: 64, p: 112, q: 112] sum [c: 3, r: 7, s: 7]
       %A[c, 2 * p + r, 2 * q + s], %W[c, r, s, k]
     : (tensor<3x229x229xf32>, tensor<3x7x7x64xf32>) -> tensor<64x112x112xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x112x112xf32>
}
