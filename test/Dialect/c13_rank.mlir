// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C13) There is one index per dimension: an expression of the loops, or one
// integer that a tensor holds at such expressions.

func.func @f(%A: tensor<8x8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{the indexed tensor has rank 2 but 1 indices (C13)}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8x8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4x4xi64>) -> tensor<4xf32> {
  // expected-error @below {{operand #1 has rank 2 but 1 indices (C13)}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8xf32>, tensor<4x4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
