// A sum over the rows: lanes take neighbouring columns, and as these are few, warps
// share the terms and join them in shared memory, which nobody has read before.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize | FileCheck %s

// CHECK: blocks 3 threads 256 shared 1024
// CHECK: gpu.func @main_kernel0
// CHECK: scf.for
// CHECK-COUNT-4: memref.load %arg0
// CHECK-NOT: {{gpu.shuffle|gpu.barrier}}
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-COUNT-8: memref.load %view
// CHECK: memref.store {{.*}}, %arg1
func.func @main(%x: tensor<200x96xf32>) -> tensor<96xf32> {
  %s = neo.compute [j: 96] sum [i: 200] %x[i, j]
     : (tensor<200x96xf32>) -> tensor<96xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<96xf32>
}
