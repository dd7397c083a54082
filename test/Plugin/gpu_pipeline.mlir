// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(neo-optimize-for-gpu,neo-schedule-gpu{chip=sm_90},convert-neo-to-gpu,neo-to-ptx{chip=sm_90})" | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(neo-schedule-gpu,convert-neo-to-gpu,canonicalize,neo-to-nvvm)" | FileCheck %s --check-prefix NVVM
// REQUIRES: stock

// From neo to PTX in the compiler of others, its passes in between.
// CHECK: neo.gpu_launch @kernels::@[[KERNEL:.*]](%{{.*}}, %{{.*}}) blocks
// CHECK: gpu.binary @kernels
// CHECK-SAME: .target sm_90
// CHECK-SAME: .visible .entry [[KERNEL]](
// CHECK-SAME: fma.rn.f32
// NVVM: gpu.module @kernels
// NVVM: llvm.func @main_kernel0({{.*}}) attributes {{.*}}nvvm.kernel
func.func @main(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>) -> tensor<64x48xf32> {
  %c = neo.compute [i: 64, j: 48] sum [k: 32] %a[i, k], %b[k, j]
       : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32> {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %c : tensor<64x48xf32>
}
