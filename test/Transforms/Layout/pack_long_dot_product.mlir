// RUN: env NEO_TARGET=avx512 neo-opt --neo-pack %s | FileCheck %s

// Both operands lie along the reduction, and lanes could be filled from it. But
// every element is used 2048 times, and a tile of broadcasts reads less: one is
// transposed once.

func.func @f(%A: tensor<2048x2048xf32>, %B: tensor<2048x2048xf32>)
    -> tensor<2048x2048xf32> {
  %C = neo.compute [i: 2048, j: 2048] sum [k: 2048] %A[i, k], %B[j, k]
     : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %C : tensor<2048x2048xf32>
}

// CHECK:       %[[P:.*]] = neo.compute {{.*}}-> tensor<32x2048x64xf32>
// CHECK:       neo.compute [i: 2048, j: 2048] sum [k: 2048]
// CHECK-SAME:    %[[P]][{{[ij]}} floordiv 64, k, {{[ij]}} mod 64]
