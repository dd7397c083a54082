// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A panel is as small as a cache is.

func.func @f(%A: tensor<64x16384xf32>, %B: tensor<64x16384xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: its panel would have more than 768 KiB}}
  %C = neo.compute [i: 64, j: 64] sum [k: 16384] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [j, i] pack [1]"}
     : (tensor<64x16384xf32>, tensor<64x16384xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
