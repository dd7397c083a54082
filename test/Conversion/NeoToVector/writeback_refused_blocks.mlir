// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What is staged divides into whole tiles, of sums in one block.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not staged: blocks of 10 do not divide its 64 steps into whole tiles}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] writeback [j: 10]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not staged: that is for sums that are not cut into blocks}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, k, j] block [k: 16] writeback [j: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
