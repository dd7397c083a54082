// A multiply-add is one instruction, without libdevice.
// RUN: neo-opt %s --neo-to-nvvm | FileCheck %s --check-prefix NVVM
// RUN: neo-opt %s --neo-to-ptx | FileCheck %s --check-prefix PTX

// NVVM: llvm.intr.fma(%{{.*}}) : (f32, f32, f32) -> f32
// PTX: fma.rn.f32
module {
  gpu.module @kernels {
    gpu.func @f(%x: memref<32xf32>, %y: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<32xf32>
      %w = math.fma %v, %v, %v : f32
      memref.store %w, %y[%t] : memref<32xf32>
      gpu.return
    }
  }
}
