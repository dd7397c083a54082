// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Rows of %A are 4 KiB: a block of 128 would be half a megabyte, and so would be
// what is asked for meanwhile.

// CHECK: block [k: 64]
func.func @f(%A: tensor<8192x1024xf32>, %B: tensor<8192x32xf32>)
    -> tensor<32x1024xf32> {
  %C = neo.compute [b: 32, j: 1024] sum [k: 8192] %A[k, j], %B[k, b]
     : (tensor<8192x1024xf32>, tensor<8192x32xf32>) -> tensor<32x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x1024xf32>
}
