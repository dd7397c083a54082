// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What is no schedule: an unknown clause, a missing or a wrong number.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'faster' is none of vector, tile, order, parallel, unroll, apart, group, block, writeback, pack and matrix}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "faster"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected ':' and a number after 'i'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "tile [i 2]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: '-3' is not a number from 1 to 2^24}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: -3]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
