// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' --verify-diagnostics %s

// A schedule is that of an operator alone, and would be lost in a kernel of several.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{an operator has a neo.schedule of its own}}
  %s = neo.compute [i: 64] sum [k: 32] %x[i, k] {neo.schedule = "vector [k: 16]"}
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64] %s[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  return %y : tensor<64xf32>
}
