// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// A kernel of several statements has rows of known number.

module attributes {neo.batch = 64 : i64} {
  // expected-remark @+1 {{nothing is grouped: a kernel of several statements has rows of known number, and this function takes any batch}}
  func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %x[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %y = neo.compute [i: 64, j: 32] %x[i, j], %s[i]
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      neo.yield %c : f32
    }
    return %y : tensor<64x32xf32>
  }
}
