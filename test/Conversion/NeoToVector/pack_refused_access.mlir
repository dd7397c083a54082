// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// Only what is read forwards, evenly and without a guard fills a panel.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: it is read under a guard, or not evenly}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k] if (j + k < 90) else 0.0
       {neo.schedule = "vector [j: 16] order [j, i] pack [1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: a loop walks it backwards}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, 31 - k]
       {neo.schedule = "vector [j: 16] order [j, i] pack [1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<128x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: a tile has more of it than its lanes}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[i + j, k]
       {neo.schedule = "vector [j: 16] tile [i: 2] order [i, j] pack [1]"}
     : (tensor<64x32xf32>, tensor<128x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
