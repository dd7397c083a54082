// RUN: env NEO_TARGET=avx512 neo-opt --pass-pipeline='builtin.module(func.func(neo-narrow{explain=true}))' --verify-diagnostics %s

// An operand under a guard is converted at each use.

func.func @f(%A: tensor<64x64xbf16>, %B: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  // expected-remark @+3 {{it is no packed dot product: no instruction of the target multiplies them}}
  // expected-remark @+2 {{operand #0 is converted to 'f32' at each use: it has a guard}}
  // expected-remark @+1 {{operand #1 is converted to 'f32' once, in a copy: elements are used 64 times, a copy pays from 16 on}}
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k] if (k + i < 100) else 0.0, %B[k, j]
     : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  ^bb0(%a: bf16, %b: bf16):
    %c = arith.mulf %a, %b : bf16
    neo.yield %c : bf16
  }
  return %C : tensor<64x64xbf16>
}
