// A sum along the rows: lanes share a row, join their parts by shuffles, and one of
// them stores.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize | FileCheck %s

// CHECK: gpu.func @main_kernel0
// CHECK: memref.load
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: scf.if
// CHECK: memref.store
func.func @main(%x: tensor<5000x30xf32>) -> tensor<5000xf32> {
  %s = neo.compute [i: 5000] sum [j: 30] %x[i, j]
     : (tensor<5000x30xf32>) -> tensor<5000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<5000xf32>
}
