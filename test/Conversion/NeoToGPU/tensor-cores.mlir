// A product of halves: tensor cores multiply 16 terms at a time. Lanes and registers of
// rows and columns are those of the fragments; %B is transposed on its way to them.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: axes[<[0] = [<lane 8>, <register {{.*}}>, <[1] = [<vector 2>, <lane 4>, {{.*}}>, <[2] = [<vector 8>, <register 8>, <step 16>]>]
// SCHEDULE-SAME: window <[0, 2] pitch[72, 1]
// SCHEDULE-SAME: copy 8 on 2>
// SCHEDULE-SAME: copy 8 on 1>
// SCHEDULE-SAME: mma 16 overlap <copies 3 fragments 2 operands 1>
// The fragments of the first 16 terms are loaded before the loop ...
// CHECK: gpu.barrier
// CHECK-COUNT-4: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false}
// CHECK-COUNT-4: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = true}
// CHECK: scf.for
// ... and the next ones before these are multiplied. Copies stand between products.
// CHECK-COUNT-8: nvgpu.ldmatrix
// CHECK-COUNT-4: nvgpu.device_async_copy
// CHECK-COUNT-32: nvvm.mma.sync {{.*}} shape = #nvvm.shape<m = 16, n = 8, k = 16>
// CHECK-COUNT-8: nvgpu.ldmatrix
// CHECK-COUNT-4: nvgpu.device_async_copy
// CHECK-COUNT-32: nvvm.mma.sync
// CHECK-COUNT-8: nvgpu.ldmatrix
// CHECK-COUNT-4: nvgpu.device_async_copy
// CHECK-COUNT-32: nvvm.mma.sync
// The barrier is passed with products in flight; those of the last 16 terms follow it.
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-8: nvgpu.ldmatrix
// CHECK-COUNT-32: nvvm.mma.sync
// CHECK-NOT: nvvm.mma.sync
// CHECK: scf.yield
// CHECK: arith.truncf
// CHECK: vector.store
func.func @main(%A: tensor<2048x1024xf16>, %B: tensor<1024x2048xf16>)
    -> tensor<2048x2048xf16> {
  %C = neo.compute [i: 2048, j: 2048] sum [k: 1024] %A[i, k], %B[k, j]
     : (tensor<2048x1024xf16>, tensor<1024x2048xf16>) -> tensor<2048x2048xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<2048x2048xf16>
}
