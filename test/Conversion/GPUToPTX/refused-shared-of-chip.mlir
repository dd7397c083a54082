// Scheduled for sm_90, whose blocks have more shared memory than those of sm_80.
// RUN: neo-opt %s --neo-to-nvvm=chip=sm_90
// RUN: neo-opt %s --neo-to-nvvm=chip=sm_80 --verify-diagnostics

func.func @main() -> tensor<32xf32> {
  // expected-error@+1 {{has 232448 bytes of shared memory; a block of sm_80 has at most 166912: schedule it for sm_80 (neo-schedule-gpu=chip=sm_80)}}
  %y = neo.gpu_launch @kernels::@f() blocks 1 threads 32 shared 232448
     : () -> tensor<32xf32>
  return %y : tensor<32xf32>
}
gpu.module @kernels {
  gpu.func @f(%y: memref<32xf32>) kernel {
    %t = gpu.thread_id x
    %v = arith.constant 0.0 : f32
    memref.store %v, %y[%t] : memref<32xf32>
    gpu.return
  }
}
