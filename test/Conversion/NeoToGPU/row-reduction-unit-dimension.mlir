// The last dimension has one element: rows are contiguous all the same, so that lanes
// share a row.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_80 | FileCheck %s

// CHECK: <[2] = [<vector 4>, <lane 32>
// CHECK-SAME: reads[<global vector 4 on 1 align 16>]
func.func @main(%x: tensor<4096x512x1xf32>) -> tensor<4096x1xf32> {
  %s = neo.compute [i: 4096, u: 1] sum [j: 512] %x[i, j, u]
     : (tensor<4096x512x1xf32>) -> tensor<4096x1xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<4096x1xf32>
}
