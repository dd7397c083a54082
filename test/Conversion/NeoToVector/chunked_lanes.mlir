// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Lanes of both loops: %x holds runs of four neighbours, each read by one load.

func.func @f(%x: tensor<64x9x4xf32>) -> tensor<64x4xf32> {
  %0 = neo.compute [i: 64, j: 4] %x[i, 1, j]
     : (tensor<64x9x4xf32>) -> tensor<64x4xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<64x4xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<2304xf32>
// CHECK:         vector.load %[[X]]
// CHECK-SAME:      vector<4xf32>
// CHECK-NOT:     memref.load
// CHECK:         vector.store
