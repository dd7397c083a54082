// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// One reduction loop is cut into blocks.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x4xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: block takes one loop, and 2 are given}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32, l: 4] %A[i, k], %B[j, l]
       {neo.schedule = "block [k: 8, l: 2]"}
     : (tensor<64x32xf32>, tensor<64x4xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
