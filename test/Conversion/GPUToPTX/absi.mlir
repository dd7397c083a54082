// The magnitude of an integer is one instruction; that of an index, which has no
// width yet, the larger of it and its negative.
// RUN: neo-opt %s --neo-to-nvvm | FileCheck %s

// CHECK: "llvm.intr.abs"(%{{.*}}) {{.*}} : (i32) -> i32
// CHECK: llvm.intr.smax
module {
  gpu.module @kernels {
    gpu.func @f(%x: memref<32xi32>, %y: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %c = arith.constant 9 : index
      %v = memref.load %x[%t] : memref<32xi32>
      %w = math.absi %v : i32
      %d = arith.subi %t, %c : index
      %e = math.absi %d : index
      memref.store %w, %y[%e] : memref<32xi32>
      gpu.return
    }
  }
}
