// RUN: neo-opt %s --neo-narrow | FileCheck %s

// No instruction multiplies f16 with sums in f32: what is used many times is
// converted once. The vector is used once, and stays.

module attributes {neo.target = "avx512-bf16"} {
// CHECK-LABEL: func.func @matmul
// CHECK-COUNT-2: arith.extf {{.*}} : f16 to f32
// CHECK: sum [k: 64] {{.*}} : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf16>
// CHECK: arith.mulf {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @matmul(%A: tensor<32x64xf16>, %B: tensor<64x32xf16>) -> tensor<32x32xf16> {
  %C = neo.compute [i: 32, j: 32] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<32x64xf16>, tensor<64x32xf16>) -> tensor<32x32xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<32x32xf16>
}

// CHECK-LABEL: func.func @dot
// CHECK: sum [k: 64] %arg0[k], %arg1[k] : (tensor<64xf16>, tensor<64xf16>)
func.func @dot(%A: tensor<64xf16>, %B: tensor<64xf16>) -> tensor<f16> {
  %C = neo.compute [] sum [k: 64] %A[k], %B[k]
     : (tensor<64xf16>, tensor<64xf16>) -> tensor<f16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<f16>
}
}
