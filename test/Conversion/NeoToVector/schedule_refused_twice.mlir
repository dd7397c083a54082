// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What a schedule says twice, it may say in two ways: the last one does not win.

func.func @loop(%A: tensor<64x32xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is given twice}}
  %C = neo.compute [i: 64] sum [k: 32] %A[i, k] {neo.schedule = "tile [i: 4, i: 8]"}
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<64xf32>
}

// -----

func.func @word(%A: tensor<64x32xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: parallel is given twice}}
  %C = neo.compute [i: 64] sum [k: 32] %A[i, k] {neo.schedule = "parallel 1 parallel 0"}
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<64xf32>
}

// -----

func.func @group(%A: tensor<64x32x8xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: group takes one loop, and 2 are given}}
  %C = neo.compute [i: 64] sum [k: 32, l: 8] %A[i, k, l] {neo.schedule = "group [i: 4, k_l: 2]"}
     : (tensor<64x32x8xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<64xf32>
}
