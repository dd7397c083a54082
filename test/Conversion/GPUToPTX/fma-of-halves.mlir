// A multiply-add of halves is one of f32, rounded.
// RUN: neo-opt %s --neo-to-nvvm | FileCheck %s

// CHECK: llvm.fpext
// CHECK: llvm.call @__nv_fmaf
// CHECK: llvm.fptrunc
module {
  gpu.module @kernels {
    gpu.func @h(%x: memref<32xf16>, %y: memref<32xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<32xf16>
      %w = math.fma %v, %v, %v : f16
      memref.store %w, %y[%t] : memref<32xf16>
      gpu.return
    }
  }
}
