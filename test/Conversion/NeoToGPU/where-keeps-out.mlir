// `where` keeps the row k - 8 of %y inside, and depends on a row of the result, too: a
// copy of a window of %y does not have that row, so %y is read from device memory. %x is
// in bounds anyway.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK: reads[<shared
// CHECK-SAME: >>, <global
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %x[i, k], %y[k - 8, j]
       where (k - i - 8 >= 0)
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
