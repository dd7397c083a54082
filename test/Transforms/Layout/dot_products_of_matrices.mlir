// RUN: neo-opt %s --neo-narrow | FileCheck %s
// RUN: neo-run %s --entry=padded --check-pipeline="builtin.module(func.func(neo-narrow))"

// 25 words of two bf16 are padded to two tile registers of 16; 17 are not, since
// the second would be almost empty.

module attributes {neo.target = "amx"} {
// CHECK-LABEL: @padded
// CHECK: neo.compute [i: 32, j: 32] sum [k: 32]
// CHECK-SAME: (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xf32>
func.func @padded(%A: tensor<32x50xbf16>, %B: tensor<50x32xbf16>) -> tensor<32x32xf32> {
  %C = neo.compute [i: 32, j: 32] sum [k: 50] %A[i, k], %B[k, j]
     : (tensor<32x50xbf16>, tensor<50x32xbf16>) -> tensor<32x32xf32> {
  ^bb0(%a: bf16, %b: bf16):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x32xf32>
}

// CHECK-LABEL: @as_long
// CHECK: neo.compute [i: 32, j: 32] sum [k: 17]
func.func @as_long(%A: tensor<32x34xbf16>, %B: tensor<34x32xbf16>) -> tensor<32x32xf32> {
  %C = neo.compute [i: 32, j: 32] sum [k: 34] %A[i, k], %B[k, j]
     : (tensor<32x34xbf16>, tensor<34x32xbf16>) -> tensor<32x32xf32> {
  ^bb0(%a: bf16, %b: bf16):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %0 = arith.mulf %x, %y : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x32xf32>
}
}
