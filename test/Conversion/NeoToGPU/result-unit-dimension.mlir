// A dimension of one element comes last, in the axis of the rows; neighbours in memory
// are columns all the same, and rows, which are 64 elements apart, are not stored as one.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_80 | FileCheck %s

// CHECK: axes[<[0, 2] = {{.*}}, <[1] = [<lane 8>
// CHECK-SAME: write <global vector 1 on 0 align 4> overlap <copies 4 fragments 1 operands 1>>
func.func @main(%A: tensor<64x64x1xf32>, %B: tensor<64x64xf32>) -> tensor<64x64x1xf32> {
  %C = neo.compute [i: 64, j: 64, u: 1] sum [k: 64] %A[i, k, u], %B[k, j]
     : (tensor<64x64x1xf32>, tensor<64x64xf32>) -> tensor<64x64x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<64x64x1xf32>
}
