// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A result without elements is a range of no steps; a sum of no terms is zero.

func.func @f(%A: tensor<4x0xf32>, %B: tensor<0x16xf32>, %D: tensor<4x3xf32>,
             %E: tensor<3x0xf32>) -> (tensor<4x16xf32>, tensor<4x0xf32>) {
  %0 = neo.compute [i: 4, j: 16] sum [k: 0] %A[i, k], %B[k, j]
     : (tensor<4x0xf32>, tensor<0x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  %1 = neo.compute [i: 4, j: 0] sum [k: 3] %D[i, k], %E[k, j]
     : (tensor<4x3xf32>, tensor<3x0xf32>) -> tensor<4x0xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0, %1 : tensor<4x16xf32>, tensor<4x0xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         neo.launch @f_kernel0
// CHECK:         neo.launch @f_kernel1({{.*}}) range 0 grain
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NOT:     load
// CHECK:         vector.store %[[ZERO]]
// CHECK-LABEL: func.func private @f_kernel1(
