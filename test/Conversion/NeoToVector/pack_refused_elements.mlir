// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A panel holds elements of 32 or 64 bits.

func.func @f(%A: tensor<64x32xf16>, %B: tensor<64x32xf16>) -> tensor<64x64xf16> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: its elements have neither 32 nor 64 bits}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [j, i] pack [1]"}
     : (tensor<64x32xf16>, tensor<64x32xf16>) -> tensor<64x64xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<64x64xf16>
}
