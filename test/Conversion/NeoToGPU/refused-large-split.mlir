// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics

func.func @main(%x: tensor<2305843009213693951xf32>)
    -> tensor<2305843009213693951xf32> {
  // expected-error@+1 {{is too large for one kernel of a GPU, compute it in parts: a split has 1 to 2147483647 steps, not 9007199254740992}}
  %y = neo.compute [i: 2305843009213693951] %x[i]
     : (tensor<2305843009213693951xf32>) -> tensor<2305843009213693951xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<2305843009213693951xf32>
}
