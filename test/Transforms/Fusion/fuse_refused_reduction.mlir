// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-fuse{explain=true}))' --verify-diagnostics %s

func.func @f(%A: tensor<64x32xf32>) -> tensor<64xf32> {
  %sum = neo.compute [i: 64] sum [j: 32] %A[i, j]
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  // expected-remark @+2 {{operand #0 stays a tensor: the producer reduces: its value is not one expression}}
  // expected-remark @+1 {{operand #1 stays a tensor: the producer reduces: its value is not one expression}}
  %c = neo.compute [i: 64] %sum[63 - i], %sum[i]
     : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %c : tensor<64xf32>
}
