// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A position is counted over loops that another statement walks the other way
// round.

func.func @f(%x: tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64xi64>) {
  // expected-remark @+1 {{its statements run one after another: statement over [i, k, j] counts a position over loops that go in another order}}
  %0:2 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64xi64>) {
    %n = neo.compute [i: 64, j: 4, k: 8] %v[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64x4x8xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    %p = neo.compute [i: 64] argmax [k: 8, j: 4] %n[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64xi64> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %n, %p : tensor<64x4x8xf32>, tensor<64xi64>
  }
  return %0#0, %0#1 : tensor<64x4x8xf32>, tensor<64xi64>
}
