// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// A result is staged only where its tiles make runs.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is not staged: the lanes lie along it}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [i, j] parallel 0 writeback [i: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x8x16xf32>) -> tensor<64x8x16xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not staged: a tile covers several runs of it}}
  %C = neo.compute [i: 64, h: 8, j: 16] sum [k: 32] %A[i, k], %B[k, 7 - h, j]
       {neo.schedule = "vector [i: 16] tile [h: 2] order [i, h, j] writeback [j: 16]"}
     : (tensor<64x32xf32>, tensor<32x8x16xf32>) -> tensor<64x8x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x8x16xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is not staged: the loops inside it do not walk neighbours}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] parallel 0 writeback [i: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
