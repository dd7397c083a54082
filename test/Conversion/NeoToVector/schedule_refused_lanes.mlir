// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// Lanes that no vector has, and loops that cannot fill them.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: a vector has a power of two of lanes, at most 64, and not 12}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 12]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: lanes are filled by loops of the result or by reduction loops, and loop 'k' is of the other kind}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 8, k: 2]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x20xf32>, %B: tensor<20xf32>) -> tensor<64x20xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j', of 20 steps, shares the lanes with another and so needs a multiple of 8, or fewer of them}}
  %C = neo.compute [i: 64, j: 20] %A[i, j], %B[j]
       {neo.schedule = "vector [i: 2, j: 8]"}
     : (tensor<64x20xf32>, tensor<20xf32>) -> tensor<64x20xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x20xf32>
}
