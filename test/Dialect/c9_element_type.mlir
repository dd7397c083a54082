// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C9) 'and' and 'or' reduce i1 or integers, the other kinds numbers; argmax and
// argmin reduce at least one term; only max and min have ties.

// Floats have no conjunction.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{'and' reduces integers, not 'f32' (C9)}}
  %0 = neo.compute [i: 4] and [r: 2] %A[2 * i + r] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// i1 has no sum.
func.func @f(%A: tensor<8xi1>) -> tensor<4xi1> {
  // expected-error @below {{'sum' reduces numbers, not i1; use 'and' or 'or' (C9)}}
  %0 = neo.compute [i: 4] sum [r: 2] %A[2 * i + r] : (tensor<8xi1>) -> tensor<4xi1> {
  ^bb0(%a: i1):
    neo.yield %a : i1
  }
  return %0 : tensor<4xi1>
}
