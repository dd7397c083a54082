// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A schedule that is written on an operator is followed, and what it leaves out
// has a default.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 8] tile [i: 2, j: 1] unroll [] block [k: 16]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// CHECK:       func.func private @f_kernel0(
// CHECK-SAME:    neo.schedule = "vector [j: 8] tile [i: 2] order [i, j] parallel 1 block [k: 16]"
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (vector<8xf32>, vector<8xf32>)
