// RUN: env NEO_TARGET=avx512 neo-opt --pass-pipeline="builtin.module(func.func(neo-pack{explain}))" --verify-diagnostics %s

// Rows of both matrices are read along the reduction. A kernel of few rows and columns
// packs its panels itself, where they stay in the cache.

func.func @f(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  // expected-remark @+1 {{operand #1 is not packed: its kernel packs what it needs}}
  %0 = neo.compute [i: 512, j: 512] sum [k: 512] %x[i, k], %w[j, k]
     : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %0 : tensor<512x512xf32>
}
