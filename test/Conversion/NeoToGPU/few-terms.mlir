// Nine terms of a depthwise convolution would leave 7 of 16 lanes idle, and be joined by
// eight instructions: lanes have an element each. Rows of 512 terms are shared by lanes.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: @depthwise
// CHECK:         axes[<[0, 1, 2] = [<lane 32>, <warp 8>, <block 1568>]>, <[3, 4] = [<register 4>, <step 3>]>]
func.func @depthwise(%x: tensor<32x114x114xf32>, %w: tensor<32x3x3xf32>)
    -> tensor<32x112x112xf32> {
  %y = neo.compute [k: 32, p: 112, q: 112] sum [r: 3, s: 3]
         %x[k, p + r, q + s], %w[k, r, s]
     : (tensor<32x114x114xf32>, tensor<32x3x3xf32>) -> tensor<32x112x112xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32x112x112xf32>
}

// CHECK-LABEL: @rows
// CHECK:         <[1] = [<vector 4>, <lane 32>
func.func @rows(%x: tensor<4096x512xf32>) -> tensor<4096xf32> {
  %y = neo.compute [i: 4096] sum [j: 512] %x[i, j]
     : (tensor<4096x512xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<4096xf32>
}
