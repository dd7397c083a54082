// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C9) 'and' and 'or' reduce i1 or integers, the other kinds numbers; argmax and
// argmin reduce at least one term; only max and min have ties.

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
