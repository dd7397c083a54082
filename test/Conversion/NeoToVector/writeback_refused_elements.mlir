// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// Results of 32 or 64 bits are staged, and no more than a cache holds.

func.func @f(%A: tensor<64x32xf16>, %B: tensor<64x32xf16>) -> tensor<64x64xf16> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not staged: its elements have neither 32 nor 64 bits}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] writeback [j: 16]"}
     : (tensor<64x32xf16>, tensor<64x32xf16>) -> tensor<64x64xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<64x64xf16>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<8192x32xf32>) -> tensor<64x8192xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not staged: more than 65536 results would wait}}
  %C = neo.compute [i: 64, j: 8192] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] writeback [j: 8192]"}
     : (tensor<64x32xf32>, tensor<8192x32xf32>) -> tensor<64x8192xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x8192xf32>
}
