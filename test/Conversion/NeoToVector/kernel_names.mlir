// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A kernel takes no name that a function has.

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %0 : tensor<8xf32>
}

func.func @f_kernel0(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         neo.launch @f_kernel1(
// CHECK-LABEL: func.func @f_kernel0(
// CHECK-LABEL: func.func private @f_kernel1(
