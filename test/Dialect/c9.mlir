// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
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

// -----

// The largest of nothing is nowhere.
func.func @f(%A: tensor<8xf32>) -> tensor<4xi64> {
  // expected-error @below {{'argmax' needs at least one term for every element (C9)}}
  %0 = neo.compute [i: 4] argmax [r: 0] %A[i + r] : (tensor<8xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xi64>
}

// -----

// Nor is it where a guard may leave nothing.
func.func @f(%A: tensor<8xf32>) -> tensor<4xi64> {
  // expected-error @below {{'argmin' needs at least one term for every element (C9)}}
  %0 = neo.compute [i: 4] argmin [r: 2] %A[i + r] where (i + r < 2)
     : (tensor<8xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xi64>
}

// -----

// No element, no term needed.
func.func @f(%A: tensor<8xf32>) -> tensor<0xi64> {
  %0 = neo.compute [z: 0] argmax [r: 0] %A[z + r] : (tensor<8xf32>) -> tensor<0xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<0xi64>
}

// -----

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
