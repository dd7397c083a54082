// A smaller GPU, which runs the code of sm_80, has the numbers that the module says.
// RUN: neo-opt %s --neo-verify-gpu-launches=chip=sm_80 --verify-diagnostics

module attributes {neo.gpu_machine = #neo.gpu_machine<multiprocessors 28 warps 48
    registers 65536 of 255 shared 102400 of 101376 fma 128 f16 512 tf32 256
    memory 360 cache 2048 clock 1777>} {
  func.func @main() -> tensor<32xf32> {
    // expected-error@+1 {{has 101384 bytes of shared memory; a block of sm_80 has at most 101376}}
    %y = neo.gpu_launch @kernels::@f() blocks 1 threads 32 shared 101384
       : () -> tensor<32xf32>
    return %y : tensor<32xf32>
  }
  gpu.module @kernels {
  }
}
