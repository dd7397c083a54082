// The chip is that of the pipeline.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 --convert-neo-to-gpu --neo-to-ptx=chip=sm_90 | FileCheck %s

// CHECK: gpu.binary @kernels
// CHECK-SAME: #nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">
// CHECK-SAME: .target sm_90
// CHECK-SAME: .visible .entry main_kernel0
// CHECK-SAME: .maxntid 32, 1, 1
// CHECK-SAME: neg.f32
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = neo.compute [i: 32] %x[i] : (tensor<32xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32xf32>
}
