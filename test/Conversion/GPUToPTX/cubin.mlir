// Code of the chip, which ptxas makes, is an ELF file in the gpu.binary.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 --convert-neo-to-gpu --neo-to-ptx="chip=sm_90 format=cubin" | FileCheck %s
// RUN: not neo-opt %s --neo-to-ptx=format=elf 2>&1 | FileCheck %s --check-prefix WRONG
// REQUIRES: ptxas

// CHECK: neo.gpu_launch @kernels::@main_kernel0
// CHECK: gpu.binary @kernels
// CHECK-SAME: #nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">
// CHECK-SAME: bin = "\7FELF
// WRONG: for the --format option: Cannot find option named 'elf'
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = neo.compute [i: 32] %x[i] : (tensor<32xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32xf32>
}
