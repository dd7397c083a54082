// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector | FileCheck %s

// What follows a product on its elements happens on the accumulators: the
// product itself has no buffer.

func.func @layer(%A: tensor<8x16xf32>, %B: tensor<16x32xf32>, %b: tensor<32xf32>)
    -> tensor<8x32xf32> {
  %0 = neo.kernel [i: 8, j: 32] (%x = %A, %w = %B, %c = %b)
     : (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<8x32xf32> {
    %p = neo.compute [i: 8, j: 32] sum [k: 16] %x[i, k], %w[k, j]
       : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32> {
    ^bb0(%s: f32, %t: f32):
      %1 = arith.mulf %s, %t : f32
      neo.yield %1 : f32
    }
    %y = neo.compute [i: 8, j: 32] %p[i, j], %c[j]
       : (tensor<8x32xf32>, tensor<32xf32>) -> tensor<8x32xf32> {
    ^bb0(%s: f32, %t: f32):
      %1 = arith.addf %s, %t : f32
      neo.yield %1 : f32
    }
    neo.results %y : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}

// CHECK-LABEL: func.func private @layer_kernel0(
// CHECK-SAME:    memref<128xf32> {{.*}}memref<512xf32> {{.*}}memref<32xf32> {{.*}}memref<256xf32>
// CHECK:         %[[SUMS:.*]]:{{[0-9]+}} = scf.for
// CHECK:           vector.fma
// CHECK:         %[[B:.*]] = vector.load %arg2
// CHECK:         %[[Y:.*]] = arith.addf %[[SUMS]]#0, %[[B]]
// CHECK:         vector.store %[[Y]], %arg3
