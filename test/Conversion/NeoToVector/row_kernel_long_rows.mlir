// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Four rows of 400 KB are more than the second-level cache keeps until they are
// read: the next ones are not prefetched.

// CHECK-LABEL: func.func private @adjoint_kernel0(
// CHECK-NOT:     memref.prefetch
func.func @adjoint(%A: tensor<30x100000xf32>, %x: tensor<100000xf32>,
                   %d: tensor<30xf32>)
    -> (tensor<30xf32>, tensor<100000xf32>) {
  %y = neo.compute [i: 30] sum [k: 100000] %A[i, k], %x[k]
     : (tensor<30x100000xf32>, tensor<100000xf32>) -> tensor<30xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %g = neo.compute [k: 100000] sum [i: 30] %A[i, k], %d[i]
     : (tensor<30x100000xf32>, tensor<30xf32>) -> tensor<100000xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y, %g : tensor<30xf32>, tensor<100000xf32>
}
