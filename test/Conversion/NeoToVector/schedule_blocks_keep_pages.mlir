// RUN: neo-opt --neo-schedule %s | FileCheck %s

// A tile down the 512 rows of a head of %S visits 256 pages. In blocks they are
// few enough to be found again, and no copy is wanted. What is a quarter as
// large is not cut for that.

// CHECK-LABEL: func.func @large(
// CHECK: block [i: 64]
func.func @large(%A: tensor<12x512x64xf32>, %S: tensor<12x512x512xf32>)
    -> tensor<12x512x64xf32> {
  %C = neo.compute [h: 12, j: 512, k: 64] sum [i: 512] %A[h, i, k], %S[h, i, j]
     : (tensor<12x512x64xf32>, tensor<12x512x512xf32>)
    -> tensor<12x512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<12x512x64xf32>
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT: block
func.func @small(%A: tensor<3x512x64xf32>, %S: tensor<3x512x512xf32>)
    -> tensor<3x512x64xf32> {
  %C = neo.compute [h: 3, j: 512, k: 64] sum [i: 512] %A[h, i, k], %S[h, i, j]
     : (tensor<3x512x64xf32>, tensor<3x512x512xf32>) -> tensor<3x512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<3x512x64xf32>
}
