// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain=true}))' --verify-diagnostics %s

// A sum of exponentials that is needed itself may overflow, as it is written.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{its exponentials may overflow: a reader needs the sum itself, other than as a divisor of an exponential or under a logarithm}}
  %s = neo.compute [i: 64] sum [j: 32] %x[i, j]
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    neo.yield %c : f32
  }
  return %s : tensor<64xf32>
}
