// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C15) Source and result hold elements of one type, in a scatter_add numbers.

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf64> {
  // expected-error @below {{source and result hold 'f32' and 'f64'; they must be of one type (C15)}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @f(%Y: tensor<4xi1>, %I: tensor<4xi64>) -> tensor<8xi1> {
  // expected-error @below {{sums i1, which is no number: convert it first (C15)}}
  %0 = neo.scatter_add [i: 4] %Y[i] into [%I[i]] : (tensor<4xi1>, tensor<4xi64>) -> tensor<8xi1>
  return %0 : tensor<8xi1>
}
