// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Lanes are output channels, which lie across the result; the pixels of the
// tile are its rows, stored whole after a transposition in registers.

func.func @f(%x: tensor<16x14x14xf32>, %w: tensor<16x32xf32>)
    -> tensor<32x14x14xf32> {
  %0 = neo.compute [k: 32, p: 14, q: 14] sum [c: 16] %x[c, q, p], %w[c, k]
     : (tensor<16x14x14xf32>, tensor<16x32xf32>) -> tensor<32x14x14xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<32x14x14xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[Y:[^:]*]]: memref<6272xf32> {llvm.noalias}, %{{[^:]*}}: index
// CHECK-SAME:    neo.schedule = "vector [k: 16] tile [{{.*}}q:
// CHECK:         vector.fma
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 16, 1, 17, 4, 20, 5, 21,
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 8, 9, 10, 11, 16,
// CHECK:         vector.maskedstore %[[Y]]
// CHECK-NOT:     memref.store
