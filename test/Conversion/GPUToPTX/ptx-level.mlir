// The version of PTX is an option, of both pipelines.
// RUN: neo-opt %s --neo-to-nvvm="chip=sm_90 ptx=83" | FileCheck %s --check-prefix NVVM
// RUN: neo-opt %s --neo-to-ptx="chip=sm_90 ptx=83 format=ptx" | FileCheck %s --check-prefix PTX
// RUN: neo-opt %s --neo-to-ptx=chip=sm_90 | FileCheck %s --check-prefix LEAST
// RUN: not neo-opt %s --neo-to-ptx=ptx=12 2>&1 | FileCheck %s --check-prefix WRONG

// NVVM: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx83">]
// PTX: .version 8.3
// PTX-SAME: .target sm_90
// LEAST: .version 8.0
// WRONG: Cannot find option named '12'
module {
  gpu.module @kernels {
    gpu.func @f(%y: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %v = memref.load %y[%t] : memref<32xf32>
      memref.store %v, %y[%t] : memref<32xf32>
      gpu.return
    }
  }
}
