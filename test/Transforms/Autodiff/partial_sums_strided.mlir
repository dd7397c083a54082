// RUN: neo-opt "--neo-autodiff=partial-sums residue-pieces" %s | FileCheck %s

// At stride 2 the pixels of an image fall into two classes, whose pieces have
// as many terms as the forward operator. 128 filters are summed first, in one
// go; 64 leave too many sums for what that saves.

// CHECK-LABEL: func.func @many_vjp(
// CHECK:         %[[T:.*]] = neo.compute [r: 3, p: 8] sum [k: 128]
// CHECK:         neo.compute [z0: 9] sum [t0: 2] %[[T]][2 * t0, z0 - t0]
// CHECK:         neo.compute [p: 8] %[[T]][1, p]
func.func @many(%A: tensor<17xf32>, %W: tensor<128x3xf32>)
    -> tensor<128x8xf32> {
  %C = neo.compute [k: 128, p: 8] sum [r: 3] %A[2 * p + r], %W[k, r]
     : (tensor<17xf32>, tensor<128x3xf32>) -> tensor<128x8xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<128x8xf32>
}
func.func private @many_vjp(tensor<17xf32>, tensor<128x3xf32>,
    tensor<128x8xf32>) -> (tensor<17xf32>, tensor<128x3xf32>)

// CHECK-LABEL: func.func @few_vjp(
// CHECK-COUNT-2: neo.compute {{.*}} sum [k: 64
func.func @few(%A: tensor<17xf32>, %W: tensor<64x3xf32>) -> tensor<64x8xf32> {
  %C = neo.compute [k: 64, p: 8] sum [r: 3] %A[2 * p + r], %W[k, r]
     : (tensor<17xf32>, tensor<64x3xf32>) -> tensor<64x8xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x8xf32>
}
func.func private @few_vjp(tensor<17xf32>, tensor<64x3xf32>,
    tensor<64x8xf32>) -> (tensor<17xf32>, tensor<64x3xf32>)
