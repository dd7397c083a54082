// RUN: neo-opt --neo-pack %s | FileCheck %s

// 16 MiB whose rows are 2 KiB apart. A copy goes through memory and back: for
// 64 products of each element it is better read where it is.

// CHECK-LABEL: func.func @seldom(
// CHECK-NEXT:    neo.compute [i: 512, j: 64] sum
func.func @seldom(%A: tensor<8192x512xf32>, %B: tensor<8192x64xf32>)
    -> tensor<512x64xf32> {
  %C = neo.compute [i: 512, j: 64] sum [k: 8192] %A[k, i], %B[k, j]
     : (tensor<8192x512xf32>, tensor<8192x64xf32>) -> tensor<512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<512x64xf32>
}

// For 320 it is copied.
// CHECK-LABEL: func.func @often(
// CHECK:         %[[P:.*]] = neo.compute {{.*}} -> tensor<8x8192x64xf32>
// CHECK:         neo.compute [i: 512, j: 320] sum [k: 8192]
// CHECK-SAME:      %[[P]][i floordiv 64, k, i mod 64]
func.func @often(%A: tensor<8192x512xf32>, %B: tensor<8192x320xf32>)
    -> tensor<512x320xf32> {
  %C = neo.compute [i: 512, j: 320] sum [k: 8192] %A[k, i], %B[k, j]
     : (tensor<8192x512xf32>, tensor<8192x320xf32>) -> tensor<512x320xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<512x320xf32>
}
