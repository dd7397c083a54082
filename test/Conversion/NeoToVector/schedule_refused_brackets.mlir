// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// Clauses are followed by lists in brackets.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected '[' before 'j: 16'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector j: 16"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected ',' or ']' before '; j: 2]'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "tile [i: 2; j: 2]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected '[' before '1'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "pack 1"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected a word before '[j: 16]'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "[j: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
