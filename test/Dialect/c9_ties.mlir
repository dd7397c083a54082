// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C9) 'and' and 'or' reduce i1 or integers, the other kinds numbers; argmax and
// argmin reduce at least one term; only max and min have ties.

// A sum has no ties to share.
func.func @f(%A: tensor<8xf32>) -> tensor<f32> {
  // expected-error @below {{has 'neo.ties', but only max and min have ties (C9)}}
  %0 = neo.compute [] sum [i: 8] %A[i] {neo.ties = "shared"} : (tensor<8xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<f32>
}

// -----

// There is one word for it.
func.func @f(%A: tensor<8xf32>) -> tensor<f32> {
  // expected-error @below {{has 'neo.ties' = "last": write "shared", or nothing for the first extremum (C9)}}
  %0 = neo.compute [] max [i: 8] %A[i] {neo.ties = "last"} : (tensor<8xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<f32>
}
