// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// An operand that is packed exists and is named once.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: it is named twice}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [j, i] pack [1, 1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: '2' is no operand, of which there are 2}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "pack [2]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: '-1' is no operand, of which there are 2}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "pack [-1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
