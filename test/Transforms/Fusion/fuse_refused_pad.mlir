// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-fuse{explain=true}))' --verify-diagnostics %s

func.func @f(%A: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %e = neo.compute [i: 64, j: 32] %A[i, j]
     : (tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    neo.yield %c : f32
  }
  // expected-remark @+1 {{operand #0 stays a tensor: the read is padded: the pad is not a value of the producer}}
  %y = neo.compute [i: 64, j: 32] %e[i - 1, j] if (i >= 1) else 0.0
     : (tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<64x32xf32>
}
