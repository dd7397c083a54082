// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// Sums over the second of two shared loops.

func.func @f(%x: tensor<8x16x32xf32>) -> tensor<8x32xf32> {
  // expected-remark @+1 {{its statements run one after another: statement over [h, j, i] reduces other shared loops than the first ones}}
  %0 = neo.kernel [h: 8, i: 16] (%v = %x)
       : (tensor<8x16x32xf32>) -> tensor<8x32xf32> {
    %s = neo.compute [h: 8, i: 16] sum [j: 32] %v[h, i, j]
      : (tensor<8x16x32xf32>) -> tensor<8x16xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %p = neo.compute [h: 8, j: 32] sum [i: 16] %v[h, i, j], %s[h, i]
      : (tensor<8x16x32xf32>, tensor<8x16xf32>) -> tensor<8x32xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}
