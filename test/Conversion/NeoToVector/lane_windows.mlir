// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file %s | FileCheck %s

// Lanes that are turned round, or repeated, lie in one vector's length: it is
// read at once and permuted, and not behind the tensor's end.

func.func @turned(%X: tensor<100x16xf32>) -> tensor<100x16xf32> {
  %Y = neo.compute [i: 100, j: 16] %X[i, 15 - j]
     : (tensor<100x16xf32>) -> tensor<100x16xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<100x16xf32>
}

// CHECK-LABEL: func.func private @turned_kernel0(
// CHECK-NOT:     memref.load
// CHECK:         %[[V:.*]] = vector.load {{.*}} : memref<1600xf32>, vector<16xf32>
// CHECK-NEXT:    vector.shuffle %[[V]], %[[V]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

// -----

func.func @repeated(%X: tensor<100x8xf32>) -> tensor<100x32xf32> {
  %Y = neo.compute [i: 100, j: 32] %X[i, j floordiv 4]
     : (tensor<100x8xf32>) -> tensor<100x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<100x32xf32>
}

// CHECK-LABEL: func.func private @repeated_kernel0(
// CHECK-NOT:     memref.load
// CHECK:         %[[M:.*]] = vector.maskedload {{.*}} : memref<800xf32>
// CHECK-NEXT:    vector.shuffle %[[M]], %[[M]] [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
