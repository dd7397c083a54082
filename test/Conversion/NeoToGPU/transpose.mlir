// %x is contiguous along i, the result along j: %x goes through a tile in shared memory,
// rows of which have 33 elements; %b is read where it is.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: shared 4224 axes[<[0] = [<warp 8>, <register 4>, <block 32>]>, <[1] = [<lane 32>, <block 63>]>]
// SCHEDULE-SAME: reads[<shared vector 1 on 0 align 4 edge[0, 1] window <[1, 0] pitch[33, 1] at 0 apart 1056 copies 1 copy 1 on 0>>, <global vector 1 on 0 align 4 edge[0, 1]>]
// CHECK: nvgpu.device_async_copy
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load {{.*}}workgroup
// CHECK: memref.load %arg1
// CHECK: memref.store {{.*}}, %arg2
func.func @main(%x: tensor<2000x1000xf32>, %b: tensor<1000x2000xf32>)
    -> tensor<1000x2000xf32> {
  %y = neo.compute [i: 1000, j: 2000] %x[j, i], %b[i, j]
     : (tensor<2000x1000xf32>, tensor<1000x2000xf32>) -> tensor<1000x2000xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.addf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<1000x2000xf32>
}
