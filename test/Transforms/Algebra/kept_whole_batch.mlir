// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' --verify-diagnostics %s

// How often a product is repeated is not known for any batch.

module attributes {neo.batch = 64 : i64} {
  func.func @f(%w: tensor<8x8xf32>) -> tensor<8xf32> {
    // expected-remark @+1 {{the product is kept whole: how many items a batch of any size has is not known}}
    %s = neo.compute [i: 8] sum [j: 8, b: 64] %w[i, j], %w[j, i]
       : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      neo.yield %c : f32
    }
    return %s : tensor<8xf32>
  }
}
