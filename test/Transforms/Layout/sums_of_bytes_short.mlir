// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-narrow{explain}))" --verify-diagnostics %s

// Sums of 64 products of bytes fit 32 bits.

module attributes {neo.target = "neon"} {
func.func @f(%A: tensor<64x64xi8>, %B: tensor<64x64xi8>) -> tensor<64x64xi64> {
  // expected-remark @+5 {{operand #1 is converted to 'f32' once, in a copy: elements are used 64 times, a copy pays from 16 on}}
  // expected-remark @+4 {{operand #0 is converted to 'f32' once, in a copy: elements are used 64 times, a copy pays from 16 on}}
  // expected-remark @+3 {{its products of bytes are added up in f32, which holds all of their sums exactly}}
  // expected-remark @+2 {{it is no packed dot product: no instruction of the target multiplies them}}
  // expected-remark @+1 {{its products of bytes are added up in 32 bits, which hold all of them}}
  %0 = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi64> {
  ^bb0(%a: i8, %b: i8):
    %1 = arith.extsi %a : i8 to i64
    %2 = arith.extsi %b : i8 to i64
    %3 = arith.muli %1, %2 : i64
    neo.yield %3 : i64
  }
  return %0 : tensor<64x64xi64>
}
}
