// `where` is about rows and columns at once: a window of %x would be copied by threads
// that do not know the column, so it is read from device memory.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK: reads[<global
// CHECK-SAME: <global
// CHECK-NOT: window
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %x[i, k], %y[k, j]
       where (i - j >= 0)
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
