// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Blocks of a reduction inside a loop of the result: sums of tiles wait in a
// scratch buffer, and the result is stored in the last block.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 2] order [j, k, i] block [k: 8]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    memref<2048xf32> {{.*}}, %{{.*}}: memref<2048xf32> {{.*}}, %[[C:[a-z0-9]+]]: memref<4096xf32>
// CHECK:         %[[SUMS:.*]] = memref.alloca() {{.*}} : memref<1024xf32>
// CHECK:         scf.for
// CHECK:           scf.for %[[K:.*]] = %c0 to %c32 step %c8
// CHECK:             scf.for {{.*}} = %c0 to %c64 step %c2
// CHECK:               %[[FIRST:.*]] = arith.cmpi eq, %[[K]], %c0
// CHECK:               scf.if %[[FIRST]] -> (vector<16xf32>, vector<16xf32>)
// CHECK:               } else {
// CHECK-COUNT-2:         vector.load %[[SUMS]]
// CHECK:               vector.fma
// CHECK:               %[[LAST:.*]] = arith.cmpi eq, %[[K]], %c24
// CHECK:               scf.if %[[LAST]] {
// CHECK-COUNT-2:         vector.store {{.*}}, %[[C]]
// CHECK:               } else {
// CHECK-COUNT-2:         vector.store {{.*}}, %[[SUMS]]
