// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | env NEO_TARGET=avx512 neo-opt --neo-to-vector | FileCheck %s --check-prefix=KERNEL
// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule="draw=3" %s | env NEO_TARGET=avx512 neo-opt --neo-to-vector | FileCheck %s --check-prefix=DRAWN

// What is dumped is what is followed; a schedule drawn at random is legal.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// CHECK:       module attributes {neo.scheduled}
// CHECK:         [k, j] {neo.schedule = "vector [j:
// KERNEL:      func.func private @f_kernel0({{.*}} neo.schedule = "vector [j:
// DRAWN:       func.func private @f_kernel0({{.*}} neo.schedule = "vector [
