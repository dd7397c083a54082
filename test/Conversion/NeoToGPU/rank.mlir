// A later place in the order of costs is another tile of the same product.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 | FileCheck %s --check-prefix=BEST
// RUN: neo-opt %s --neo-schedule-gpu="chip=sm_90 rank=3" | FileCheck %s --check-prefix=LATER
// RUN: neo-opt %s --neo-schedule-gpu="chip=sm_90 rank=1000000" | FileCheck %s --check-prefix=LAST

// BEST:  axes[<[0] = [<lane 4>, <register 8>, <warp 4>, <block 16>]>
// LATER-NOT: axes[<[0] = [<lane 4>, <register 8>, <warp 4>, <block 16>]>
// LATER: neo.gpu_schedule
// LAST:  neo.gpu_schedule
func.func @main(%a: tensor<2048x2048xf32>, %b: tensor<2048x2048xf32>)
    -> tensor<2048x2048xf32> {
  %c = neo.compute [i: 2048, j: 2048] sum [k: 2048] %a[i, k], %b[k, j]
     : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<2048x2048xf32>
}
