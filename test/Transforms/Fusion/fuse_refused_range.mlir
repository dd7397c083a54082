// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-fuse{explain=true}))' --verify-diagnostics %s

// Each index fits 64 bits, but the composed one would not.

func.func @f(%A: tensor<4398046511104xf32>) -> tensor<4xf32> {
  %b = neo.compute [i: 4] %A[1099511627776 * i]
     : (tensor<4398046511104xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  // expected-remark @+1 {{operand #0 stays a tensor: the composed indices leave 64 bits}}
  %c = neo.compute [j: 4] %b[(1099511627777 * j) mod 4]
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    neo.yield %c : f32
  }
  return %c : tensor<4xf32>
}
