// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Both factors are in panels of 64. A tile takes some neighbours of one, which
// share a line, and neighbouring vectors of a panel of the other, not one
// each of four panels.

func.func @f(%X: tensor<2048x2048xf32>, %Y: tensor<2048x2048xf32>)
    -> tensor<2048x2048xf32> {
  %A = neo.compute [o: 32, i: 2048, c: 64] %X[i, 64 * o + c]
     : (tensor<2048x2048xf32>) -> tensor<32x2048x64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %B = neo.compute [o: 32, i: 2048, c: 64] %Y[i, 64 * o + c]
     : (tensor<2048x2048xf32>) -> tensor<32x2048x64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %C = neo.compute [k: 2048, j: 2048] sum [i: 2048]
         %A[k floordiv 64, i, k mod 64], %B[j floordiv 64, i, j mod 64]
     : (tensor<32x2048x64xf32>, tensor<32x2048x64xf32>)
       -> tensor<2048x2048xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %C : tensor<2048x2048xf32>
}

// CHECK: neo.schedule = "vector [j_inner: 16] tile [k_inner: {{[0-9]+}}, j_inner: {{[24]}}]
