// Dynamic shared memory is an external array, whose extent comes with the launch.
// RUN: neo-opt %s --neo-to-nvvm | FileCheck %s --check-prefix NVVM
// RUN: neo-opt %s --neo-to-ptx | FileCheck %s --check-prefix PTX

// NVVM: llvm.mlir.global external @__dynamic_shmem__{{.*}} {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
// PTX: .extern .shared .align 128 .b8 __dynamic_shmem__
module {
  gpu.module @kernels {
    gpu.func @f(%y: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %view = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
      %t = gpu.thread_id x
      %v = memref.load %view[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%t] : memref<32xf32>
      gpu.return
    }
  }
}
