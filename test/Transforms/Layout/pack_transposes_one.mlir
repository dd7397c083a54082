// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-pack | FileCheck %s

// Both operands step over whole pages. Panels of one fill vectors; the other
// is turned, so that elements of it follow each other, which costs less here
// than panels of both.

// CHECK-LABEL: @large
// CHECK: %[[T:.*]] = neo.compute [i0: 2048, i1: 2048] %arg0[i1, i0]
// CHECK: %[[P:.*]] = neo.compute [i0: 32, i1: 2048, i2: 64] %arg1[i1, 64 * i0 + i2]
// CHECK: %[[T]][i, k], %[[P]][j floordiv 64, k, j mod 64]
func.func @large(%A: tensor<2048x2048xf32>, %B: tensor<2048x2048xf32>)
    -> tensor<2048x2048xf32> {
  %C = neo.compute [i: 2048, j: 2048] sum [k: 2048] %A[k, i], %B[k, j]
     : (tensor<2048x2048xf32>, tensor<2048x2048xf32>)
     -> tensor<2048x2048xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<2048x2048xf32>
}

// What the caches hold costs no more in panels.

// CHECK-LABEL: @small
// CHECK: neo.compute [i0: 8, i1: 512, i2: 64] %arg0[i1, 64 * i0 + i2]
// CHECK: neo.compute [i0: 8, i1: 512, i2: 64] %arg1[i1, 64 * i0 + i2]
func.func @small(%A: tensor<512x512xf32>, %B: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  %C = neo.compute [i: 512, j: 512] sum [k: 512] %A[k, i], %B[k, j]
     : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<512x512xf32>
}
