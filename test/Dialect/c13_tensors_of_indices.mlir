// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C13) There is one index per dimension: an expression of the loops, or one
// integer that a tensor holds at such expressions.

// An expression of an integer that a tensor holds.
func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{each of the 1 tensors of integers serves one index, in order: compute other indices by a neo.compute (C13)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0 + d0)>,
        maps = [affine_map<(d0) -> (d0)>], loops = ["i"]}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%A: tensor<8xf32>, %I: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @below {{has 1 tensors of integers but 0 maps (C13)}}
  %0 = "neo.gather"(%A, %I) <{index = affine_map<(d0)[s0] -> (s0)>,
        maps = [], loops = ["i"]}>
     : (tensor<8xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Indices are integers.
func.func @f(%A: tensor<8xf32>, %I: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #1 must be variadic of statically shaped tensor of 64-bit signless integer or 32-bit signless integer values}}
  %0 = neo.gather [i: 4] %A[%I[i]] : (tensor<8xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
