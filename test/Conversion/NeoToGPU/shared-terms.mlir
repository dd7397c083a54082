// A sum of sixteen million terms: 128 blocks or so share them, each leaves a part, and a
// second kernel joins the parts in the order of the blocks.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// SCHEDULE: <[0] = [<vector 4>, <lane 32>, <warp 8>, <register 4>, <step {{[0-9]+}}>, <block [[PARTS:[0-9]+]]>]>
// SCHEDULE-SAME: write <global vector 1 on 0 align 4> join <parts [[PARTS]] blocks 1 threads 32 lanes {{16|32}}>
// CHECK: %[[parts:.*]] = neo.gpu_launch @kernels::@main_kernel0(%arg0) blocks [[PARTS:[0-9]+]] threads 256 {{.*}} -> tensor<[[PARTS]]xf32>
// CHECK: neo.gpu_launch @kernels::@main_kernel1(%[[parts]]) blocks 1 threads 32 shared 0 : (tensor<[[PARTS]]xf32>) -> tensor<f32>
// CHECK: gpu.func @main_kernel0
// CHECK: memref.store {{.*}} : memref<[[PARTS]]xf32>
// CHECK: gpu.func @main_kernel1
// CHECK: scf.for
// CHECK: memref.load
// CHECK: gpu.shuffle xor
func.func @main(%x: tensor<16777216xf32>) -> tensor<f32> {
  %s = neo.compute [] sum [i: 16777216] %x[i] : (tensor<16777216xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<f32>
}
