// RUN: neo-opt --neo-narrow=explain %s 2>&1 | FileCheck %s

// What is converted once, what at each use, and what is a packed dot product.

module attributes {neo.target = "avx512-bf16"} {
// CHECK: remark: operand #0 is converted to 'f32' once, in a copy: elements are used 32 times, a copy pays from 16 on
// CHECK: remark: operand #1 is converted to 'f32' at each use: elements are used 8 times, a copy pays from 16 on
func.func @halves(%A: tensor<8x64xf16>, %B: tensor<64x32xf16>) -> tensor<8x32xf16> {
  %C = neo.compute [i: 8, j: 32] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<8x64xf16>, tensor<64x32xf16>) -> tensor<8x32xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<8x32xf16>
}

// CHECK: remark: its operands are copied in words of 32 bits for packed dot products
// CHECK: remark: it is no packed dot product: they are used too seldom, or under guards
func.func @pairs(%A: tensor<32x64xbf16>, %B: tensor<64x32xbf16>, %v: tensor<64xbf16>)
    -> (tensor<32x32xbf16>, tensor<32xbf16>) {
  %C = neo.compute [i: 32, j: 32] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<32x64xbf16>, tensor<64x32xbf16>) -> tensor<32x32xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.mulf %a, %b : bf16
    neo.yield %0 : bf16
  }
  %D = neo.compute [i: 32] sum [k: 64] %A[i, k], %v[k]
     : (tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<32xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %0 = arith.mulf %a, %b : bf16
    neo.yield %0 : bf16
  }
  return %C, %D : tensor<32x32xbf16>, tensor<32xbf16>
}
}
