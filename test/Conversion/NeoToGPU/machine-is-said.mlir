// The numbers of the GPU stand on the module that they have scheduled.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 | FileCheck %s
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 | neo-opt | FileCheck %s

// CHECK: neo.gpu_machine = #neo.gpu_machine<multiprocessors 132 warps 64
// CHECK-SAME: registers 65536 of 255 shared 233472 of 232448 fma 128 f16 1365
// CHECK-SAME: tf32 683 memory 3352 cache 5120 clock 1830>
func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c = neo.compute [i: 64] %a[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %c : tensor<64xf32>
}
