// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-tighten{explain=true}))' --verify-diagnostics %s

// How many terms are left is said.

func.func @f(%x: tensor<9xf32>, %w: tensor<9xf32>) -> tensor<9xf32> {
  // expected-remark @+1 {{its terms are 5 instead of 81}}
  %y = neo.compute [i: 9] sum [j: 9] %x[j], %w[i - j + 4] where (j <= i + 4, j >= i - 4, i == 2 * j)
     : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<9xf32>
}
