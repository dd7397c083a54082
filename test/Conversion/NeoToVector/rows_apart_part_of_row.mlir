// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --verify-diagnostics %s

// A sum over the outer loop of a row, whose inner loop is of its result.

func.func @f(%x: tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64x8xf32>) {
  // expected-remark @+1 {{its statements run one after another: statement over [i, k, j] reduces a loop around one of its result}}
  %0:2 = neo.kernel [i: 64] (%v = %x)
       : (tensor<64x4x8xf32>) -> (tensor<64x4x8xf32>, tensor<64x8xf32>) {
    %n = neo.compute [i: 64, j: 4, k: 8] %v[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64x4x8xf32> {
    ^bb0(%a: f32):
      %c = arith.negf %a : f32
      neo.yield %c : f32
    }
    %p = neo.compute [i: 64, k: 8] sum [j: 4] %n[i, j, k]
      : (tensor<64x4x8xf32>) -> tensor<64x8xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %n, %p : tensor<64x4x8xf32>, tensor<64x8xf32>
  }
  return %0#0, %0#1 : tensor<64x4x8xf32>, tensor<64x8xf32>
}
