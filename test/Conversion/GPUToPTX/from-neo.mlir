// One pipeline goes from operators to the stage that is asked for, for the chip.
// RUN: neo-opt %s --neo-to-nvvm="chip=sm_90 format=neo" | FileCheck %s --check-prefix NEO
// RUN: neo-opt %s --neo-to-nvvm="chip=sm_90 format=gpu" | FileCheck %s --check-prefix GPU
// RUN: neo-opt %s --neo-to-nvvm=chip=sm_90 | FileCheck %s --check-prefix NVVM
// RUN: neo-opt %s --neo-to-nvvm="chip=sm_90 format=ptx" | FileCheck %s --check-prefix PTX
// RUN: neo-opt %s --neo-to-ptx=chip=sm_90 | FileCheck %s --check-prefix PTX
// RUN: neo-opt %s --neo-to-ptx="chip=sm_90 format=gpu" | FileCheck %s --check-prefix GPU

// NEO: neo.compute {{.*}}neo.gpu_schedule<"sm_90"
// GPU: neo.gpu_launch @kernels::@main_kernel0
// GPU: gpu.func @main_kernel0
// NVVM: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90"
// NVVM: llvm.func @main_kernel0
// PTX: gpu.binary @kernels
// PTX-SAME: .target sm_90
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = neo.compute [i: 32] %x[i] : (tensor<32xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32xf32>
}
