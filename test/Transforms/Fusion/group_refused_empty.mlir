// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// Of nothing no kernel is made.

func.func @f(%x: tensor<0x32xf32>) -> tensor<0xf32> {
  // expected-remark @+1 {{statements over [i, j] [i, j] are not one kernel: they have no elements}}
  %s = neo.compute [i: 0, j: 32] %x[i, j], %x[i, j]
     : (tensor<0x32xf32>, tensor<0x32xf32>) -> tensor<0x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  %y = neo.compute [i: 0] sum [j: 32] %s[i, j], %x[i, j]
     : (tensor<0x32xf32>, tensor<0x32xf32>) -> tensor<0xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<0xf32>
}
