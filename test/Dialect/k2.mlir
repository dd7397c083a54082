// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (K2) A kernel holds neo.compute alone, and its results are theirs.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{holds 'arith.constant'; only neo.compute can be inside (K2)}}
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant dense<1.0> : tensor<4xf32>
    neo.results %c : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{has no statement (K2)}}
  neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> () {
    neo.results
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{result #0 is an operand; use the operand instead (K2)}}
  %0 = neo.kernel [i: 4] (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %y = neo.compute [i: 4] %a[i] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
