// RUN: neo-opt %s --neo-autodiff --neo-verify-batch --verify-diagnostics

// The gradient of a maximum compares positions, which the loops behind the batch and
// the batch behind other loops count: not right for a batch of any size.

module attributes {neo.batch = 31 : i64} {
  func.func @largest(%x: tensor<3x31xf32>) -> tensor<f32> {
    // expected-error@+1 {{its body computes with the number of items}}
    %0 = neo.compute [] max [j: 3, b: 31] %x[j, b] : (tensor<3x31xf32>) -> tensor<f32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<f32>
  }
}
