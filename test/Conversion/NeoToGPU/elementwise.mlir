// An elementwise operator: all loops are one axis, split among lanes, warps and blocks.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: neo.gpu_launch @kernels::@main_kernel0(%arg0, %arg1) blocks 8 threads 256 shared 0
// CHECK: gpu.module @kernels
// CHECK: gpu.func @main_kernel0(%[[X:.*]]: memref<1920xf32> {llvm.noalias}, %[[B:.*]]: memref<30xf32>
// CHECK-SAME: kernel attributes {known_block_size = array<i32: 256, 1, 1>,
// CHECK-SAME: nvvm.minctasm = 1 : i32, passthrough = ["noimplicitfloat"]}
// CHECK: memref.load %[[X]]
// CHECK: arith.remui
// CHECK: memref.load %[[B]]
// CHECK: arith.addf
// CHECK: scf.if
// CHECK-NEXT: memref.store
func.func @main(%x: tensor<64x30xf32>, %b: tensor<30xf32>) -> tensor<64x30xf32> {
  %y = neo.compute [i: 64, j: 30] %x[i, j], %b[j]
     : (tensor<64x30xf32>, tensor<30xf32>) -> tensor<64x30xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.addf %a, %c : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64x30xf32>
}
