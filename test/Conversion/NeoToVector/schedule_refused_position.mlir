// RUN: env NEO_TARGET=avx512 neo-opt %s --split-input-file --neo-to-vector --verify-diagnostics

// Refusals that name the reason, where the loop itself is one that others unroll.

func.func @unroll(%A: tensor<16x32xf32>) -> tensor<16xi64> {
  // expected-error @+1 {{loop 'k' is not unrolled: steps of a loop that counts positions are not}}
  %0 = neo.compute [i: 16] argmax [k: 32] %A[i, k] {neo.schedule = "unroll [k]"} : (tensor<16x32xf32>) -> tensor<16xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<16xi64>
}

// -----

func.func @block(%A: tensor<16x32xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{loop 'i' is not walked in blocks: that is for reduction loops of known extent}}
  %0 = neo.compute [i: 16] sum [k: 32] %A[i, k] {neo.schedule = "block [i: 4]"} : (tensor<16x32xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<16xf32>
}

// -----

func.func @parallel(%A: tensor<16x32xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'-1' is not a number from 0 to 2^24}}
  %0 = neo.compute [i: 16] sum [k: 32] %A[i, k] {neo.schedule = "parallel -1"} : (tensor<16x32xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<16xf32>
}
