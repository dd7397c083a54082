// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A position over the rows is counted by a kernel of its own.

func.func @f(%x: tensor<64x32xf32>) -> tensor<32xi64> {
  // expected-remark @+1 {{its statements run one after another: statement over [j, i] counts a position over shared loops}}
  %0 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x32xf32>) -> tensor<32xi64> {
    %s = neo.compute [i: 64] sum [j: 32] %v[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %p = neo.compute [j: 32] argmax [i: 64] %v[i, j], %s[i]
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<32xi64> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      neo.yield %c : f32
    }
    neo.results %p : tensor<32xi64>
  }
  return %0 : tensor<32xi64>
}
