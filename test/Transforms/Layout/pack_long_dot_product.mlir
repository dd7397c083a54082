// RUN: env NEO_TARGET=avx512 neo-opt --neo-pack %s | FileCheck %s

// Both operands lie along the reduction, and lanes could be filled from it. But
// every element is used 256 times, and a tile of broadcasts reads less: one is
// transposed once.

func.func @f(%A: tensor<256x2048xf32>, %B: tensor<256x2048xf32>)
    -> tensor<256x256xf32> {
  %C = neo.compute [i: 256, j: 256] sum [k: 2048] %A[i, k], %B[j, k]
     : (tensor<256x2048xf32>, tensor<256x2048xf32>) -> tensor<256x256xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<256x256xf32>
}

// CHECK:       %[[P:.*]] = neo.compute {{.*}}-> tensor<4x2048x64xf32>
// CHECK:       neo.compute [i: 256, j: 256] sum [k: 2048]
// CHECK-SAME:    %[[P]][{{[ij]}} floordiv 64, k, {{[ij]}} mod 64]
