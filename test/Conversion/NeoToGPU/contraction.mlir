// A matrix product: blocks copy windows of both operands into shared memory, three
// steps at a time, %A along its rows and %B along its columns; each lies there as it
// does in device memory, so copies are of 16 bytes.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: axes[<[0] = [<lane {{.*}}, <register 8>{{.*}}>, <[1] = [<vector 4>, <lane {{.*}}, <[2] = [<vector 4>, <register 4>, <step 128>]>]
// SCHEDULE-SAME: reads[<shared vector 4 on 2 align 16 window <[0, 2] pitch[20, 1] at 0 apart {{.*}} copies 3 copy 4 on 2 interleave 4>>, <shared vector 4 on 1 align 16 window <[2, 1] pitch
// SCHEDULE-SAME: write <global vector 4 on 1 align 16>
// CHECK: gpu.func @main_kernel0
// CHECK: nvgpu.device_async_copy
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// Steps that copy for a later one, and the last two, which do not.
// CHECK: %[[COPYING:.*]] = arith.constant 126 : index
// CHECK: scf.for {{.*}} to %[[COPYING]]
// CHECK: arith.cmpi eq
// CHECK-NEXT: {{.*}}arith.constant 0 : index
// CHECK-NEXT: arith.select
// CHECK-NOT: scf.if
// CHECK: nvgpu.device_async_copy
// CHECK: vector.load %view
// CHECK: math.fma
// CHECK: nvgpu.device_async_copy
// CHECK: math.fma
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK: scf.for
// CHECK-NOT: nvgpu.device_async_copy
// CHECK: math.fma
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK: scf.yield
// CHECK-NOT: gpu.barrier
// CHECK: vector.store
func.func @main(%A: tensor<4096x2048xf32>, %B: tensor<2048x4096xf32>)
    -> tensor<4096x4096xf32> {
  %C = neo.compute [i: 4096, j: 4096] sum [k: 2048] %A[i, k], %B[k, j]
     : (tensor<4096x2048xf32>, tensor<2048x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4096x4096xf32>
}
