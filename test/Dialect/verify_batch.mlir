// RUN: neo-opt %s --neo-verify-batch --verify-diagnostics

// The pass that pipelines begin with refuses what is not right for a batch of
// any size.

module attributes {neo.batch = 7 : i64} {
  func.func @next_item(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error@+1 {{(B2)}}
    %0 = neo.compute [i: 7] %x[i + 1] if (5 - i >= 0) else 0.0
       : (tensor<7xf32>) -> tensor<7xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<7xf32>
  }
}
