// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Three taps of stride 2, from -1 on. Between the edges all pick from the range
// of the taps 0 and 1; the first lane of tap -1 is read by itself.

func.func @f(%x: tensor<130xf32>, %w: tensor<3xf32>) -> tensor<64xf32> {
  %0 = neo.compute [q: 64] sum [s: 3]
         %x[2 * q + s - 1] if (2 * q + s >= 1) else 0.0, %w[s]
         {neo.schedule = "vector [q: 16] unroll [s]"}
     : (tensor<130xf32>, tensor<3xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<130xf32> {llvm.noalias}
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 3, 5, 7,
// CHECK-NOT:     memref.load %[[X]]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6, 8,
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7, 9,
// CHECK:         } else {
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 3, 5, 7,
// CHECK:         memref.load %[[X]]
// CHECK:         arith.select
