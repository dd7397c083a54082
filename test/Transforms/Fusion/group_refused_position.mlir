// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// A position over the rows is counted by a kernel of its own.

func.func @f(%x: tensor<64x32xf32>, %z: tensor<64x32xf32>) -> tensor<32xi64> {
  // expected-remark @+1 {{statements over [i, j] [j, i] are not one kernel: a position is counted over the rows}}
  %s = neo.compute [i: 64, j: 32] %x[i, j], %z[i, j]
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  %y = neo.compute [j: 32] argmax [i: 64] %s[i, j], %x[i, j]
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32xi64> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<32xi64>
}
