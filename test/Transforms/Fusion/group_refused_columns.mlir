// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// Sums along columns share no loop around a row.

func.func @f(%x: tensor<32x64xf32>) -> tensor<64x32xf32> {
  // expected-remark @+1 {{statements over [i, j] [i, j] are not one kernel: they share no loop around a row}}
  %s = neo.compute [i: 64] sum [j: 32] %x[j, i]
     : (tensor<32x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64, j: 32] %x[j, i], %s[i]
     : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<64x32xf32>
}
