// Sums of tensor cores: four lanes have 16 contiguous bytes of a row, half a sector.
// They go through shared memory, where the operands were, and out in accesses of 16
// bytes: a barrier before the window is written, and one before it is read.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: write <shared vector 2 on 1 align 4 edge[0, 1] window <[0, 1] pitch[{{[0-9]+}}, 1] at 0 apart {{[0-9]+}} copies 1 copy 8 on 1>> mma 16
// CHECK: nvvm.mma.sync
// CHECK: arith.truncf
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: vector.store {{.*}} {alignment = 4 : i64} : memref<{{.*}}xf16, #gpu.address_space<workgroup>>, vector<2xf16>
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<{{.*}}xf16, #gpu.address_space<workgroup>>, vector<8xf16>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<3936000xf16>, vector<8xf16>
func.func @main(%A: tensor<2000x512xf16>, %B: tensor<512x1968xf16>)
    -> tensor<2000x1968xf16> {
  %C = neo.compute [i: 2000, j: 1968] sum [k: 512] %A[i, k], %B[k, j]
     : (tensor<2000x512xf16>, tensor<512x1968xf16>) -> tensor<2000x1968xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<2000x1968xf16>
}
