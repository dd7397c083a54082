// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// A kernel of rows reads each row along its elements.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{statements over [i, j] [i, j] are not one kernel: a tensor is read across its rows}}
  %s = neo.compute [i: 64, j: 32] %x[i, j], %x[i, 31 - j]
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  %y = neo.compute [i: 64] sum [j: 32] %s[i, j], %x[i, j]
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<64xf32>
}
